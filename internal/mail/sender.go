package mail

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/mail"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"github.com/millrace/millrace/internal/fault"
)

// Options describe the mail server and the sender.
type Options struct {
	URL      string // smtps://user@host:465 or smtp://user@host:587
	Password string // instead of one in the URL
	From     string // address of the sender, with a name if it has one
	// Roots verify the certificate of the server; nil for those of the system.
	Roots *x509.CertPool
}

// Message is a mail to one person.
type Message struct {
	To      string
	Subject string
	Text    string
}

// timeout limits each step of a connection and the whole attempt.
const timeout = 15 * time.Second

// Sender sends messages.
type Sender struct {
	server server
	from   string
	roots  *x509.CertPool
}

// New returns a sender. It does not connect.
func New(options Options) (*Sender, error) {
	to, err := parseServer(options.URL)
	if err != nil {
		return nil, err
	}
	to.password = cmp.Or(options.Password, to.password)
	if (to.user == "") != (to.password == "") {
		return nil, fault.New(fault.Invalid, "the mail server has a user without a password, or a password without a user").
			WithHint("Set the user in smtp and the password in smtp_password, or leave both out.")
	}
	if to.isPlain && to.user != "" {
		return nil, fault.New(fault.Invalid, "the password of the mail server would be sent without encryption").
			WithHint("Leave ?tls=none out of smtp, or the user.")
	}
	if _, err := mail.ParseAddress(options.From); err != nil {
		return nil, fault.New(fault.Invalid, "the sender of mail is missing or no address").
			WithHint("Set mail_from to an address such as millrace@example.com.")
	}
	return &Sender{server: to, from: options.From, roots: options.Roots}, nil
}

// Server returns the host and the port of the mail server.
func (s *Sender) Server() string { return net.JoinHostPort(s.server.host, strconv.Itoa(s.server.port)) }

// Send sends a message. After a fault of the kind Unavailable a later attempt may succeed.
func (s *Sender) Send(ctx context.Context, message Message) error {
	sent := gomail.NewMsg()
	if err := sent.From(s.from); err != nil {
		return fault.Wrap(err, fault.Invalid, "the sender of mail is no address").WithHint("Correct mail_from.")
	}
	if err := sent.To(message.To); err != nil {
		return fault.Wrap(err, fault.Invalid, "the recipient is no address").WithHint("Write an address such as name@example.com.")
	}
	sent.Subject(message.Subject)
	sent.SetDate()
	sent.SetMessageID()
	// Programs that answer mail automatically must not answer this one.
	sent.SetGenHeader("Auto-Submitted", "auto-generated")
	sent.SetBodyString(gomail.TypeTextPlain, message.Text)
	return s.connected(ctx, func(client *gomail.Client) error { return client.Send(sent) })
}

// Check connects, encrypts and signs in, as before a message, and sends none.
func (s *Sender) Check(ctx context.Context) error {
	return s.connected(ctx, func(*gomail.Client) error { return nil })
}

// connected calls do with a connection. A server that does not know the first mechanism to sign in gets the second one.
func (s *Sender) connected(ctx context.Context, do func(*gomail.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	err := s.attempt(ctx, gomail.SMTPAuthPlain, do)
	if errors.Is(err, gomail.ErrPlainAuthNotSupported) {
		err = s.attempt(ctx, gomail.SMTPAuthLogin, do)
	}
	if err == nil {
		return nil
	}
	return s.explain(err)
}

func (s *Sender) attempt(ctx context.Context, mechanism gomail.SMTPAuthType, do func(*gomail.Client) error) error {
	// The library closes a connection only if everything succeeds, and it ignores the end of the context once it has one.
	end := func() {}
	dial := func(dialing context.Context, network, address string) (net.Conn, error) {
		connection, err := s.dial(dialing, network, address)
		if err != nil {
			return nil, err
		}
		stop := context.AfterFunc(ctx, func() { _ = connection.Close() })
		end = func() {
			stop()
			_ = connection.Close() // the server has answered what matters
		}
		return connection, nil
	}
	client, err := s.newClient(mechanism, dial)
	if err != nil {
		return err
	}
	defer func() { end() }()
	if err := client.DialWithContext(ctx); err != nil {
		return err
	}
	if err := do(client); err != nil {
		return err
	}
	_ = client.Close() // a farewell that fails changes nothing
	return nil
}

func (s *Sender) dial(ctx context.Context, network, address string) (net.Conn, error) {
	if s.server.isTLS {
		return (&tls.Dialer{Config: s.tlsConfig()}).DialContext(ctx, network, address)
	}
	return new(net.Dialer).DialContext(ctx, network, address)
}

func (s *Sender) tlsConfig() *tls.Config {
	return &tls.Config{ServerName: s.server.host, RootCAs: s.roots, MinVersion: tls.VersionTLS12}
}

func (s *Sender) newClient(mechanism gomail.SMTPAuthType, dial gomail.DialContextFunc) (*gomail.Client, error) {
	options := []gomail.Option{
		gomail.WithPort(s.server.port), gomail.WithTimeout(timeout), gomail.WithoutNoop(), gomail.WithTLSConfig(s.tlsConfig()),
		gomail.WithDialContextFunc(dial),
	}
	switch {
	case s.server.isTLS:
		options = append(options, gomail.WithSSL())
	case s.server.isPlain:
		options = append(options, gomail.WithTLSPolicy(gomail.NoTLS))
	default:
		options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
	}
	if s.server.user != "" {
		options = append(options, gomail.WithSMTPAuth(mechanism), gomail.WithUsername(s.server.user), gomail.WithPassword(s.server.password))
	}
	return gomail.NewClient(s.server.host, options...)
}
