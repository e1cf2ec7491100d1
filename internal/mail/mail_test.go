package mail_test

import (
	"context"
	"crypto/x509"
	"net"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/mail"
	"github.com/millrace/millrace/internal/mailtest"
)

func startServer(t *testing.T, options mailtest.Options) *mailtest.Server {
	t.Helper()
	server, err := mailtest.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server
}

func newSender(t *testing.T, url string, roots *x509.CertPool) *mail.Sender {
	t.Helper()
	sender, err := mail.New(mail.Options{URL: url, Password: passwordOf(url), From: "Millrace <millrace@example.com>", Roots: roots})
	if err != nil {
		t.Fatal(err)
	}
	return sender
}

const password = "the password of the relay"

// passwordOf returns the password if the URL has a user.
func passwordOf(url string) string {
	if strings.Contains(url, "@") {
		return password
	}
	return ""
}

func message() mail.Message {
	return mail.Message{To: "ann@acme.example", Subject: "Grüße von Acme", Text: "Öffnen Sie diesen Link:\n\nhttps://example.com/#x=1.\n.\nEnde\n"}
}

// urlOf returns a URL with the address of the server instead of HOST, and its port instead of PORT.
func urlOf(t *testing.T, server *mailtest.Server, url string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(server.Address)
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("HOST", server.Address, "PORT", port).Replace(url)
}

// A message arrives unchanged over each kind of connection, which is encrypted unless the URL says otherwise.
func TestMessagesArrive(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		options mailtest.Options
		url     string
		isTLS   bool
	}{
		"TLS":               {mailtest.Options{HasTLS: true}, "smtps://HOST", true},
		"TLS and login":     {mailtest.Options{HasTLS: true, User: "relay", Password: password}, "smtps://relay@HOST", true},
		"STARTTLS":          {mailtest.Options{HasSTARTTLS: true}, "smtp://HOST", true},
		"STARTTLS, login":   {mailtest.Options{HasSTARTTLS: true, User: "relay", Password: password}, "smtp://relay@HOST?tls=required", true},
		"without":           {mailtest.Options{}, "smtp://HOST?tls=none", false},
		"without, offered":  {mailtest.Options{HasSTARTTLS: true}, "smtp://HOST?tls=none", false},
		"a name, not an IP": {mailtest.Options{HasSTARTTLS: true}, "smtp://localhost:PORT", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startServer(t, tt.options)
			sender := newSender(t, urlOf(t, server, tt.url), server.Roots)
			if err := sender.Check(t.Context()); err != nil {
				t.Fatalf("check: %v", err)
			}
			if err := sender.Send(t.Context(), message()); err != nil {
				t.Fatal(err)
			}
			got := <-server.Messages
			want := message()
			if got.From != "millrace@example.com" || got.To != want.To || got.Subject != want.Subject || got.Text != want.Text || got.IsTLS != tt.isTLS {
				t.Errorf("received %+v", got)
			}
			if got.Header.Get("Auto-Submitted") != "auto-generated" || got.Header.Get("Message-Id") == "" || got.Header.Get("Date") == "" {
				t.Errorf("header %v", got.Header)
			}
			if len(server.Messages) != 0 {
				t.Error("more than one message arrived")
			}
		})
	}
}

// Every failure says what is wrong and what to change. It contains neither the password nor the text of the message.
func TestFailuresAreExplained(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		options      mailtest.Options
		url          string
		noRoots      bool
		kind         fault.Kind
		want, advice string
	}{
		"STARTTLS was removed": {mailtest.Options{}, "smtp://HOST", false, fault.Unavailable, "offers no encryption", "smtps://"},
		"STARTTLS was removed before a login": {
			mailtest.Options{User: "relay", Password: password}, "smtp://relay@HOST", false, fault.Unavailable, "offers no encryption", "tls=none",
		},
		"wrong password": {
			mailtest.Options{HasTLS: true, User: "relay", Password: "another"}, "smtps://relay@HOST", false, fault.Unavailable, "refused the user", "smtp_password",
		},
		"no login offered": {mailtest.Options{HasTLS: true}, "smtps://relay@HOST", false, fault.Unavailable, "refused the user", "smtp_password"},
		"login needed": {
			mailtest.Options{HasTLS: true, User: "relay", Password: password}, "smtps://HOST", false, fault.Conflict, "refused the message", "mail_from",
		},
		"unknown authority, TLS":      {mailtest.Options{HasTLS: true}, "smtps://HOST", true, fault.Unavailable, "certificate", "SSL_CERT_FILE"},
		"unknown authority, STARTTLS": {mailtest.Options{HasSTARTTLS: true}, "smtp://HOST", true, fault.Unavailable, "certificate", "SSL_CERT_FILE"},
		"refused recipient": {
			mailtest.Options{HasTLS: true, Refuse: "ann@acme.example"}, "smtps://HOST", false, fault.Conflict, "refused the message", "recipient",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startServer(t, tt.options)
			roots := server.Roots
			if tt.noRoots {
				roots = x509.NewCertPool()
			}
			err := newSender(t, strings.Replace(tt.url, "HOST", server.Address, 1), roots).Send(t.Context(), message())
			problem := fault.From(err)
			if !fault.Is(err, tt.kind) || !strings.Contains(problem.Message, tt.want) || !strings.Contains(problem.Hint, tt.advice) {
				t.Errorf("%v; hint: %s", err, problem.Hint)
			}
			if text := err.Error() + problem.Hint; strings.Contains(text, password) || strings.Contains(text, "https://example.com") {
				t.Errorf("the error contains a secret: %s", text)
			}
			if len(server.Messages) != 0 {
				t.Error("a message arrived")
			}
		})
	}
}

func TestServerThatIsDown(t *testing.T) {
	t.Parallel()
	server := startServer(t, mailtest.Options{})
	if err := server.Close(); err != nil {
		t.Fatal(err)
	}
	sender := newSender(t, "smtp://"+server.Address+"?tls=none", nil)
	for _, err := range []error{sender.Send(t.Context(), message()), sender.Check(t.Context())} {
		if !fault.Is(err, fault.Unavailable) || !strings.Contains(fault.From(err).Hint, "runs") {
			t.Errorf("%v", err)
		}
	}
}

// A server that accepts a connection and says nothing does not hold an attempt after its context has ended.
func TestSilentServerIsLeft(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	ctx, cancel := context.WithCancel(t.Context())
	accepted := make(chan net.Conn, 1)
	go func() {
		connection, err := listener.Accept()
		if err == nil {
			accepted <- connection
			cancel()
		}
	}()
	err = newSender(t, "smtp://"+listener.Addr().String()+"?tls=none", nil).Send(ctx, message())
	if !fault.Is(err, fault.Unavailable) {
		t.Errorf("%v", err)
	}
	_ = (<-accepted).Close()
}

func TestBadSettingsAreRejected(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ url, password, from, want string }{
		{"", "", "a@example.com", "URL of the mail server"},
		{"mail.example.com", "", "a@example.com", "URL of the mail server"},
		{"http://mail.example.com", "", "a@example.com", "URL of the mail server"},
		{"smtp://", "", "a@example.com", "URL of the mail server"},
		{"smtp://mail:70000", "", "a@example.com", "URL of the mail server"},
		{"smtp://mail/inbox", "", "a@example.com", "URL of the mail server"},
		{"smtp://mail?tls=maybe", "", "a@example.com", "URL of the mail server"},
		{"smtps://mail?tls=none", "", "a@example.com", "URL of the mail server"},
		{"smtp://user@mail", "", "a@example.com", "user without a password"},
		{"smtp://mail", "secret", "a@example.com", "password without a user"},
		{"smtp://user:secret@mail?tls=none", "", "a@example.com", "without encryption"},
		{"smtp://mail", "", "", "sender"},
		{"smtp://mail", "", "nobody", "sender"},
	} {
		_, err := mail.New(mail.Options{URL: tt.url, Password: tt.password, From: tt.from})
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error()+fault.From(err).Hint, "secret") {
			t.Errorf("%s from %q: %v", tt.url, tt.from, err)
		}
	}
}

func TestUsualPorts(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"smtps://mail.example.com": "mail.example.com:465", "smtp://mail.example.com": "mail.example.com:587", "smtp://[::1]:2525": "[::1]:2525",
	} {
		if got := newSender(t, url, nil).Server(); got != want {
			t.Errorf("%s is %s, want %s", url, got, want)
		}
	}
}
