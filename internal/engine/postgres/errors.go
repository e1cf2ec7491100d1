package postgres

import (
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/millrace/millrace/internal/fault"
)

// attempt is a failed connection, with what its faults may reveal.
type attempt struct {
	settings settings
	timeout  time.Duration
	logger   *slog.Logger
}

// fault describes the failure without the driver's error, because that contains what the server sent, and a server may
// send anything.
func (a attempt) fault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fault.Wrap(ctx.Err(), fault.Canceled, "connecting to %s was canceled", a.settings.address())
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok && refused.Kind == fault.Forbidden {
		return fault.New(fault.Forbidden, "this server may not connect to the address of %q", a.settings.host).WithHint("%s", refused.Hint)
	}
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return a.refused(answer)
	}
	if certificate, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return a.unavailable("the certificate of %s is not trusted: %s", a.settings.address(), a.scrub(certificate.Err.Error())).
			WithHint("Install a server certificate of an authority that this machine trusts, or use sslmode require.")
	}
	return a.unreachable(ctx, err)
}

// refused returns the fault for a server that rejected the connection. The codes are those of PostgreSQL's manual,
// appendix A.
func (a attempt) refused(answer *pgconn.PgError) error {
	switch answer.Code {
	case "28P01":
		return a.unavailable("the server at %s refused the password of user %q", a.settings.address(), a.settings.user).
			WithHint("Check user and password, and enter the secret again if needed.")
	case "28000":
		return a.unavailable("the server at %s does not let user %q in", a.settings.address(), a.settings.user).
			WithHint("Check the user, and whether pg_hba.conf allows this machine, database and sslmode.")
	case "3D000":
		return a.unavailable("the server at %s has no database %q", a.settings.address(), a.settings.database).
			WithHint("Create the database or correct the name; names are case-sensitive.")
	case "42501":
		return a.unavailable("user %q may not connect to database %q", a.settings.user, a.settings.database).
			WithHint("Grant it: GRANT CONNECT ON DATABASE … TO …")
	case "53300":
		return a.unavailable("the server at %s has no connection left", a.settings.address()).
			WithHint("Try again later, or raise max_connections.")
	case "57P03":
		return a.unavailable("the server at %s is starting up or shutting down", a.settings.address()).
			WithHint("Try again in a moment.")
	}
	return a.unavailable("the server at %s refused: %s (%s)", a.settings.address(), a.scrub(answer.Message), answer.Code).
		WithHint("See PostgreSQL's manual for the error code.")
}

// unreachable returns the fault for failures before the server's first message. Open ports of other services, closed
// ports, filtered ones, and servers without TLS where it is required have the same text, so that a connection test is no
// port scanner. The log has the cause.
func (a attempt) unreachable(ctx context.Context, err error) error {
	lookup, isLookup := errors.AsType[*net.DNSError](err)
	switch {
	case isLookup && lookup.IsNotFound:
		return a.unavailable("the host %q is not known", a.settings.host).
			WithHint("Check the spelling, and whether this machine's name server knows the host.")
	case isLookup:
		return a.unavailable("the host %q cannot be looked up now", a.settings.host).
			WithHint("The name server failed. Try again, or use an IP address.")
	}
	a.logger.InfoContext(ctx, "postgres connection failed", "address", a.settings.address(), "cause", a.scrub(innermostError(err)))
	return a.unavailable("no PostgreSQL server answers at %s with sslmode %s", a.settings.address(), a.settings.sslmode).
		WithHint("Check host and port, that the server runs and accepts connections from this machine, that no firewall is in between, " +
			"and that the server has TLS if sslmode requires it. The log of Millrace has the cause.")
}

func (a attempt) unavailable(format string, args ...any) *fault.Error {
	return fault.New(fault.Unavailable, format, args...)
}

// innermostError returns the innermost error of the last attempt; the outer ones repeat the settings.
func innermostError(err error) string {
	for {
		switch wrapper := err.(type) { //nolint:errorlint // it takes the error apart itself
		case interface{ Unwrap() []error }:
			all := wrapper.Unwrap()
			err = all[len(all)-1]
		case interface{ Unwrap() error }:
			inner := wrapper.Unwrap()
			if inner == nil {
				return err.Error()
			}
			err = inner
		default:
			return err.Error()
		}
	}
}

// scrub makes an external text fit for display: short, and without the password.
func (a attempt) scrub(text string) string { return a.clean(text, 200) }

// shorten is scrub for the server's messages about a statement, which may quote part of it.
func (a attempt) shorten(text string) string { return a.clean(text, 2000) }

func (a attempt) clean(text string, longest int) string {
	if a.settings.password != "" {
		text = strings.ReplaceAll(text, a.settings.password, "…")
	}
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	return strings.ToValidUTF8(text, "�")
}
