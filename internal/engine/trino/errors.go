package trino

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"strings"

	"github.com/millrace/millrace/internal/fault"
)

// unconfirmedError is a canceled statement whose end the server did not confirm.
type unconfirmedError struct{ cause error }

func (e *unconfirmedError) Error() string { return "not confirmed: " + e.cause.Error() }

// isGone reports that the server does not know the statement any longer.
func isGone(err error) bool {
	status, ok := errors.AsType[*statusError](err)
	return ok && (status.status == http.StatusNotFound || status.status == http.StatusGone)
}

func isRefusedAddress(err error) bool {
	refused, ok := errors.AsType[*fault.Error](err)
	return ok && refused.Kind == fault.Forbidden
}

func isUntrusted(err error) bool {
	_, ok := errors.AsType[*tls.CertificateVerificationError](err)
	return ok
}

func isUnknownHost(err error) bool {
	lookup, ok := errors.AsType[*net.DNSError](err)
	return ok && lookup.IsNotFound
}

// failed returns the fault of a failed statement. It contains no error of the network, because that may contain
// anything that the server sent.
func (c *client) failed(ctx context.Context, r request, a *answer, err error) error {
	if refused, ok := errors.AsType[*refusal](err); ok {
		return c.refused(ctx, r, refused)
	}
	if own, ok := errors.AsType[*fault.Error](err); ok && own.Kind != fault.Forbidden {
		return own // of the caller
	}
	if errors.Is(err, errTooLarge) {
		return fault.New(fault.Limit, "the rows of the query are larger than %d MB", maxKept>>20).
			WithHint("Select fewer rows, or fewer and shorter columns.")
	}
	if unconfirmed, ok := errors.AsType[*unconfirmedError](err); ok {
		c.logger.InfoContext(ctx, "trino cancel not confirmed", "address", c.settings.address(), "query", a.id, "cause", c.scrub(innermostError(unconfirmed.cause)))
		return c.unavailable("%s did not confirm that the statement was stopped", c.settings.address()).
			WithHint("It may still run; look for query %s at the server.", a.id)
	}
	if ctx.Err() != nil {
		return canceled(ctx)
	}
	if a != nil {
		c.logger.InfoContext(ctx, "trino statement lost", "address", c.settings.address(), "query", a.id, "cause", c.scrub(innermostError(err)))
		return c.unavailable("the connection to %s was lost during query %s", c.settings.address(), a.id).
			WithHint("It is unknown whether the statement took effect. Check that the coordinator runs.")
	}
	return c.unreached(ctx, err)
}

// unreached returns the fault of a statement that the server did not accept. The answers of other services, closed
// ports and filtered ones have the same text, so that a connection test is no port scanner. The log has the cause.
func (c *client) unreached(ctx context.Context, err error) error {
	address := c.settings.address()
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return fault.New(fault.Forbidden, "this server may not connect to the address of %q", c.settings.url.Hostname()).
			WithHint("%s", refused.Hint)
	}
	if untrusted, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return c.unavailable("the certificate of %s is not trusted: %s", address, c.scrub(untrusted.Err.Error())).
			WithHint("Set certificateAuthority to the certificate of its authority.")
	}
	if isUnknownHost(err) {
		return c.unavailable("the host %q is not known", c.settings.url.Hostname()).
			WithHint("Check the spelling, and whether this machine's name server knows the host.")
	}
	if status, ok := errors.AsType[*statusError](err); ok {
		if refused := c.refusedStatus(status); refused != nil {
			return refused
		}
	}
	c.logger.InfoContext(ctx, "trino connection failed", "address", address, "cause", c.scrub(innermostError(err)))
	return c.unavailable("no Trino server answers at %s", address).
		WithHint("Check the url, that the server has started and accepts connections from this machine, and that no firewall is " +
			"in between. The log of Millrace has the cause.")
}

// refusedStatus returns the fault of an answer that Trino gives before it reads a statement; nil for others.
func (c *client) refusedStatus(status *statusError) error {
	switch status.status {
	case http.StatusUnauthorized:
		return c.unavailable("the server at %s refused the credentials of user %q", c.settings.address(), c.settings.user).
			WithHint("Check user and secret, and which kind of sign-in the server accepts.")
	case http.StatusForbidden:
		return c.unavailable("the server at %s does not let user %q in", c.settings.address(), c.settings.user).
			WithHint("Check the user mapping and the access control of the server.")
	}
	return nil
}

func (c *client) unavailable(format string, args ...any) *fault.Error {
	return fault.New(fault.Unavailable, format, args...)
}

func canceled(ctx context.Context) error {
	return fault.Wrap(ctx.Err(), fault.Canceled, "the statement was canceled")
}

// innermostError returns the innermost error; the outer ones repeat the address.
func innermostError(err error) string {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err.Error()
		}
		err = inner
	}
}

// scrub makes an external text fit for display: short, and without a secret.
func (c *client) scrub(text string) string { return c.clean(text, 200) }

// shorten is scrub for the server's messages about a statement, which may quote part of it.
func (c *client) shorten(text string) string { return c.clean(text, 2000) }

func (c *client) clean(text string, longest int) string {
	for _, secret := range []string{c.settings.password, c.settings.token} {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	return strings.ToValidUTF8(text, "�")
}
