package snowflake

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"

	sf "github.com/snowflakedb/gosnowflake/v2"

	"github.com/millrace/millrace/internal/fault"
)

// unconfirmedError is a canceled statement whose end the server did not confirm.
type unconfirmedError struct {
	id    string
	cause error
}

func (e *unconfirmedError) Error() string { return "not confirmed: " + e.cause.Error() }

var (
	errNoQueryID = errors.New("the server did not name the query")
	errNotEnded  = errors.New("the statement did not end")
)

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

// failed returns the fault of a failed statement. It contains no error of the network, because that may contain anything that the
// server sent.
func (c *client) failed(ctx context.Context, id string, err error) error {
	if own, ok := errors.AsType[*fault.Error](err); ok && own.Kind != fault.Forbidden {
		return own
	}
	if errors.Is(err, errTooLarge) {
		return fault.New(fault.Limit, "the rows of the query are larger than %d MB", c.maxSize>>20).
			WithHint("Select fewer rows, or fewer and shorter columns.")
	}
	if unconfirmed, ok := errors.AsType[*unconfirmedError](err); ok {
		c.logger.InfoContext(ctx, "snowflake cancel not confirmed",
			"address", c.settings.address(), "query", unconfirmed.id, "cause", c.scrub(innermostError(unconfirmed.cause)))
		return fault.New(fault.Unavailable, "%s did not confirm that the statement was stopped", c.settings.address()).
			WithHint("It may still run; look for it in the query history, by its id %q or its tag.", unconfirmed.id)
	}
	if refused, ok := errors.AsType[*sf.SnowflakeError](err); ok && !isOfDriver(refused) {
		return c.refused(ctx, refused)
	}
	if ctx.Err() != nil {
		return canceled(ctx)
	}
	c.logger.InfoContext(ctx, "snowflake statement lost", "address", c.settings.address(), "query", id, "cause", c.scrub(innermostError(err)))
	return fault.New(fault.Unavailable, "the connection to %s was lost during a statement", c.settings.address()).
		WithHint("It is unknown whether the statement took effect. Look in the query history for %s.", queryOrTag(id))
}

func queryOrTag(id string) string {
	if id == "" {
		return "its tag"
	}
	return "query " + id
}

// notSignedIn returns the fault of a sign-in. The answers of other services, closed ports and filtered ones have the same text, so that
// a connection test is no port scanner. The log has the cause.
func (c *client) notSignedIn(ctx context.Context, err error) error {
	address := c.settings.address()
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return fault.New(fault.Forbidden, "this server may not connect to the address of %q", c.settings.host).
			WithHint("%s", refused.Hint)
	}
	if untrusted, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return fault.New(fault.Unavailable, "the certificate of %s is not trusted: %s", address, c.scrub(untrusted.Err.Error())).
			WithHint("Check account and host. A proxy in between that decrypts connections cannot be used.")
	}
	if isUnknownHost(err) {
		return fault.New(fault.Unavailable, "the host %q is not known", c.settings.host).
			WithHint("Check the account identifier, or the setting host for a private link.")
	}
	if refused, ok := errors.AsType[*sf.SnowflakeError](err); ok {
		if known := c.refusedSignIn(refused); known != nil {
			return known
		}
	}
	c.logger.InfoContext(ctx, "snowflake sign-in failed", "address", address, "cause", c.scrub(innermostError(err)))
	return fault.New(fault.Unavailable, "no Snowflake server answers at %s", address).
		WithHint("Check account, host and port, and that no firewall is in between. The log of Millrace has the cause.")
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
	if secret := c.settings.password; secret != "" {
		text = strings.ReplaceAll(text, secret, "…")
	}
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	return strings.ToValidUTF8(text, "�")
}
