package webhook

import (
	"context"
	"net/netip"
	"net/url"
	"strconv"

	"github.com/millrace/millrace/internal/egress"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/validate"
)

const maxURL = 2000

// checkURL rejects a url that messages cannot be sent to, as far as its text shows. The address of a host name is checked
// when a message is sent. Without TLS the network could read the message, so http is for private networks only.
func checkURL(ctx context.Context, rule egress.Rule, text string) error {
	if err := validate.CheckName("the url", text, maxURL); err != nil {
		return err
	}
	parsed, err := url.Parse(text)
	switch {
	case err != nil || parsed.Hostname() == "" || parsed.Opaque != "":
		return fault.New(fault.Invalid, "the url is not a valid address").WithHint("Use an address such as https://example.com/hooks.")
	case parsed.Scheme != "https" && parsed.Scheme != "http":
		return fault.New(fault.Invalid, "the url has the scheme %q", parsed.Scheme).WithHint("Use https://.")
	case parsed.User != nil:
		return fault.New(fault.Invalid, "the url contains a user or a password").
			WithHint("Remove it; the receiver verifies messages by their signature.")
	case parsed.Fragment != "":
		return fault.New(fault.Invalid, "the url has a fragment").WithHint("Remove the part after #; it is never sent.")
	}
	if parsed.Scheme == "http" {
		if err := checkPlain(ctx, rule); err != nil {
			return err
		}
	}
	return checkHost(ctx, addressRule{rule, parsed.Scheme == "http"}, parsed)
}

// checkPlain rejects http if the organization may not reach any private address.
func checkPlain(ctx context.Context, rule egress.Rule) error {
	allowed, err := rule.AllowsPrivate(ctx)
	if err != nil || allowed {
		return err
	}
	return fault.New(fault.Invalid, "the url is not protected by TLS").
		WithHint("Use https://; http:// is for receivers in private networks that the operator lists in the setting outgoing_networks.")
}

// checkHost checks a numeric address and the port.
func checkHost(ctx context.Context, rule addressRule, parsed *url.URL) error {
	port := uint64(443)
	if rule.isPlain {
		port = 80
	}
	if text := parsed.Port(); text != "" {
		var err error
		if port, err = strconv.ParseUint(text, 10, 16); err != nil || port == 0 {
			return fault.New(fault.Invalid, "the url has the port %s", text).WithHint("Ports are 1 to 65535.")
		}
	}
	address, err := netip.ParseAddr(parsed.Hostname())
	if err != nil {
		return nil //nolint:nilerr // a host name, or a spelling that only the resolver understands
	}
	refused := rule.check(ctx, netip.AddrPortFrom(address, uint16(port)))
	if !fault.Is(refused, fault.Forbidden) {
		return refused
	}
	problem := fault.From(refused)
	return fault.New(fault.Invalid, "the url is not allowed: %s", problem.Message).WithHint("%s", problem.Hint)
}
