package mail

import (
	"crypto/tls"
	"errors"
	"net/textproto"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"github.com/millrace/millrace/internal/fault"
)

// explain returns the fault of a failed attempt: what the server did, and what to change.
func (s *Sender) explain(err error) error {
	at := s.Server()
	var certificate *tls.CertificateVerificationError
	var refused *gomail.SendError
	switch {
	case errors.As(err, &certificate):
		return fault.Wrap(err, fault.Unavailable, "the certificate of the mail server %s is not valid", at).
			WithHint("Use the name in the certificate. For your own authority set SSL_CERT_FILE to a file with its certificate.")
	case strings.Contains(err.Error(), "does not support STARTTLS"): // the library has no value for it
		return fault.Wrap(err, fault.Unavailable, "the mail server %s offers no encryption, so nothing was sent", at).
			WithHint("Use smtps:// if the server has it. ?tls=none in smtp sends without encryption, for a relay on the same machine.")
	case isRefusedLogin(err):
		return fault.Wrap(err, fault.Unavailable, "the mail server %s refused the user or the password", at).
			WithHint("Check the user in smtp and the password in smtp_password.")
	case errors.As(err, &refused) && !refused.IsTemp() && hasReply(err):
		return fault.Wrap(err, fault.Conflict, "the mail server %s refused the message", at).
			WithHint("Check the address of the recipient, and that the server may send as mail_from.")
	default:
		return fault.Wrap(err, fault.Unavailable, "cannot send mail through %s", at).
			WithHint("Check that the mail server runs, and the host and the port in smtp.")
	}
}

// isRefusedLogin reports whether the server refused the credentials, or offers no way to sign in.
func isRefusedLogin(err error) bool {
	if reply, ok := errors.AsType[*textproto.Error](err); ok {
		switch reply.Code {
		case 530, 534, 535, 538:
			return true
		}
	}
	return errors.Is(err, gomail.ErrLoginAuthNotSupported) || strings.Contains(err.Error(), "does not support SMTP AUTH")
}

// hasReply reports whether the server answered, so that the connection was not lost.
func hasReply(err error) bool {
	var refused *gomail.SendError
	return errors.As(err, &refused) && refused.ErrorCode() >= 500
}
