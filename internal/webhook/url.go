package webhook

import (
	"net/netip"
	"net/url"
	"strconv"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/validate"
)

const maxURL = 2000

// checkURL refuses an address that messages cannot be sent to, as far as its text tells. Where a name leads is seen when a
// message is sent. Without TLS anybody on the way could read along, so that is for private networks only.
func (r AddressPolicy) checkURL(text string) error {
	if err := validate.CheckName("the url", text, maxURL); err != nil {
		return err
	}
	parsed, err := url.Parse(text)
	switch {
	case err != nil || parsed.Hostname() == "" || parsed.Opaque != "":
		return fault.New(fault.Invalid, "the url is not an address").WithHint("Give one such as https://example.com/hooks.")
	case parsed.Scheme != "https" && parsed.Scheme != "http":
		return fault.New(fault.Invalid, "the url has the scheme %q", parsed.Scheme).WithHint("It begins with https://.")
	case parsed.Scheme == "http" && !r.Private:
		return fault.New(fault.Invalid, "the url is not protected by TLS").
			WithHint("It begins with https://; http:// needs the setting webhook_private_addresses.")
	case parsed.User != nil:
		return fault.New(fault.Invalid, "the url has a user or a password in it").
			WithHint("Leave it out; the receiver knows its messages by their signature.")
	case parsed.Fragment != "":
		return fault.New(fault.Invalid, "the url has a fragment").WithHint("Leave out what follows #; it is never sent.")
	}
	return r.checkHost(parsed)
}

// checkHost looks at an address that is written as a number, and at the port.
func (r AddressPolicy) checkHost(parsed *url.URL) error {
	if port := parsed.Port(); port != "" {
		if number, err := strconv.ParseUint(port, 10, 16); err != nil || number == 0 {
			return fault.New(fault.Invalid, "the url has the port %s", port).WithHint("Ports are 1 to 65535.")
		}
	}
	address, err := netip.ParseAddr(parsed.Hostname())
	if err != nil {
		return nil //nolint:nilerr // a name, or a spelling that only the lookup understands
	}
	if refused := r.Check(address); refused != nil {
		problem := fault.From(refused)
		return fault.New(fault.Invalid, "the url cannot be sent to: %s", problem.Message).WithHint("%s", problem.Hint)
	}
	return nil
}
