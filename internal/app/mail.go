package app

import (
	"context"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/mail"
)

// newMail returns the sender of mail; nil if the settings name no mail server.
func newMail(settings config.Settings) (*mail.Sender, error) {
	if settings.SMTP == "" {
		return nil, nil //nolint:nilnil // no mail server is a normal configuration
	}
	return mail.New(mail.Options{URL: string(settings.SMTP), Password: string(settings.SMTPPassword), From: settings.MailFrom})
}

// TestMail sends a message to an address, and returns the mail server.
func TestMail(ctx context.Context, settings config.Settings, address string) (string, error) {
	sender, err := newMail(settings)
	if err != nil {
		return "", err
	}
	if sender == nil {
		return "", fault.New(fault.Invalid, "no mail server is set").WithHint("Set smtp and mail_from in the configuration, as for millrace serve.")
	}
	return sender.Server(), sender.Send(ctx, mail.Message{
		To: address, Subject: "Test of Millrace", Text: "This is a test. Millrace can send mail to this address.\n",
	})
}
