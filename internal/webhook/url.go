package webhook

import (
	"net/netip"
	"net/url"
	"strconv"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/validate"
)

const maxURL = 2000

// checkURL rejects a url that messages cannot be sent to, as far as its text shows. The address of a host name is checked
// when a message is sent. Without TLS the network could read the message, so http is for private networks only.
func (p AddressPolicy) checkURL(text string) error {
	if err := validate.CheckName("the url", text, maxURL); err != nil {
		return err
	}
	parsed, err := url.Parse(text)
	switch {
	case err != nil || parsed.Hostname() == "" || parsed.Opaque != "":
		return fault.New(fault.Invalid, "the url is not a valid address").WithHint("Use an address such as https://example.com/hooks.")
	case parsed.Scheme != "https" && parsed.Scheme != "http":
		return fault.New(fault.Invalid, "the url has the scheme %q", parsed.Scheme).WithHint("Use https://.")
	case parsed.Scheme == "http" && !p.Private:
		return fault.New(fault.Invalid, "the url is not protected by TLS").
			WithHint("Use https://; http:// needs the setting webhook_private_addresses.")
	case parsed.User != nil:
		return fault.New(fault.Invalid, "the url contains a user or a password").
			WithHint("Remove it; the receiver verifies messages by their signature.")
	case parsed.Fragment != "":
		return fault.New(fault.Invalid, "the url has a fragment").WithHint("Remove the part after #; it is never sent.")
	}
	return p.checkHost(parsed)
}

// checkHost checks a numeric address and the port.
func (p AddressPolicy) checkHost(parsed *url.URL) error {
	if port := parsed.Port(); port != "" {
		if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 {
			return fault.New(fault.Invalid, "the url has the port %s", port).WithHint("Ports are 1 to 65535.")
		}
	}
	address, err := netip.ParseAddr(parsed.Hostname())
	if err != nil {
		return nil //nolint:nilerr // a host name, or a spelling that only the resolver understands
	}
	if refused := p.Check(address); refused != nil {
		problem := fault.From(refused)
		return fault.New(fault.Invalid, "the url is not allowed: %s", problem.Message).WithHint("%s", problem.Hint)
	}
	return nil
}
