package doctor

import (
	"context"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/mail"
)

// mail connects to the mail server of the settings and signs in. It sends nothing.
func (m Machine) mail(ctx context.Context, settings config.Settings) Finding {
	const check = "mail"
	if settings.SMTP == "" {
		return okf(check, "not configured: people get links for a password from an administrator")
	}
	sender, err := mail.New(mail.Options{URL: string(settings.SMTP), Password: string(settings.SMTPPassword), From: settings.MailFrom})
	if err != nil {
		return OfError(check, err)
	}
	if err := sender.Check(ctx); err != nil {
		return OfError(check, err)
	}
	return okf(check, "%s accepts the connection; `millrace mail test ADDRESS` sends a mail", sender.Server())
}
