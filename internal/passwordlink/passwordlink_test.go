package passwordlink_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/mail"
	"github.com/millrace/millrace/internal/passwordlink"
)

// noMail is a mail server that must not be used.
type noMail struct{ t *testing.T }

func (n noMail) Send(context.Context, mail.Message) error {
	n.t.Error("a mail was sent")
	return nil
}

// Requests beyond the queue are refused, whatever address they name, and a request is handled by Run only.
func TestQueueOfRequestsIsBounded(t *testing.T) {
	t.Parallel()
	service := passwordlink.New(passwordlink.Options{Mail: noMail{t}, Now: time.Now})
	const size = 256
	for range size {
		if err := service.Request(passwordlink.Request{Email: "ann@example.com"}); err != nil {
			t.Fatal(err)
		}
	}
	err := service.Request(passwordlink.Request{Email: "ann@example.com"})
	if !fault.Is(err, fault.Limit) || fault.From(err).RetryAfter == 0 {
		t.Errorf("a request beyond the queue: %v", err)
	}
}

// A network that has used its limit is refused; another one is not.
func TestRequestsOfANetworkAreLimited(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
	service := passwordlink.New(passwordlink.Options{
		Mail: noMail{t}, Now: func() time.Time { return now }, RequestRate: authn.Rate{PerMinute: 1, Burst: 2},
	})
	request := func(network string) error {
		return service.Request(passwordlink.Request{Email: "ann@example.com", Network: network})
	}
	for range 2 {
		if err := request("192.0.2.1"); err != nil {
			t.Fatal(err)
		}
	}
	if err := request("192.0.2.1"); !fault.Is(err, fault.Limit) || strings.Contains(err.Error(), "wrong passwords") {
		t.Errorf("a third request: %v", err)
	}
	if err := request("192.0.2.2"); err != nil {
		t.Errorf("another network: %v", err)
	}
	now = now.Add(time.Minute)
	if err := request("192.0.2.1"); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

// Each mail says why it comes, contains the link and its end, and what to do if it was not expected.
func TestMails(t *testing.T) {
	t.Parallel()
	user := account.User{Email: "ann@example.com", FirstName: "Ann"}
	organization := account.Organization{Name: "Acme"}
	for purpose, words := range map[passwordlink.Purpose][]string{
		passwordlink.Invitation: {"has created a user for you", "ignore it"},
		passwordlink.Reset:      {"wants you to choose a new password", "stays valid until"},
		passwordlink.Recovery:   {"somebody requested a new password", "If it was not you"},
	} {
		link := passwordlink.Link{Purpose: purpose, ExpiresAt: time.Date(2026, time.January, 31, 13, 0, 0, 0, time.FixedZone("CET", 3600))}
		got := passwordlink.Compose(user, organization, link, "https://acme.example.com/page#secret")
		if got.To != user.Email || !strings.Contains(got.Subject, "Acme") || strings.Contains(got.Subject, "secret") {
			t.Errorf("%s: to %s, %s", purpose, got.To, got.Subject)
		}
		for _, want := range append(words, "Hello Ann,\n", "\n\nhttps://acme.example.com/page#secret\n\n", "31 January 2026, 12:00 UTC") {
			if !strings.Contains(got.Text, want) {
				t.Errorf("%s: no %q in:\n%s", purpose, want, got.Text)
			}
		}
	}
}
