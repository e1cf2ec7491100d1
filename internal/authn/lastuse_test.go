package authn_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// lastUsed returns when the user's tokens were last used, as stored.
func (f *fixture) lastUsed(t *testing.T, user account.User) map[ids.Token]time.Time {
	t.Helper()
	tokens, err := f.db.Tokens().List(t.Context(), user.Organization, user.ID, page.Request{OrderBy: "id"})
	if err != nil {
		t.Fatal(err)
	}
	used := map[ids.Token]time.Time{}
	for _, token := range tokens.Items {
		used[token.ID] = token.LastUsedAt
	}
	return used
}

// TestUsesAreWrittenEvery30SecondsAndAtTheEnd runs in a synctest bubble with a fake clock.
func TestUsesAreWrittenEvery30SecondsAndAtTheEnd(t *testing.T) {
	t.Parallel()
	if authn.UseInterval != 30*time.Second {
		t.Errorf("uses are written every %s", authn.UseInterval)
	}
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t)
		setup := f.company(t, "Acme", "ada@example.com")
		user := setup.Administrator
		actor, err := f.db.Credentials().ByToken(t.Context(), f.keys.HashToken(f.signIn(t, "ada@example.com").AccessToken))
		if err != nil {
			t.Fatal(err)
		}
		token := actor.Credential.Token
		uses := authn.NewLastUse(f.db.Tokens(), f.db.Sessions(), slog.New(slog.DiscardHandler), time.Now)
		ctx, stop := context.WithCancel(t.Context())
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			uses.Run(ctx)
		}()
		expect := func(what string, want time.Time) {
			t.Helper()
			synctest.Wait()
			if got := f.lastUsed(t, user)[token]; !got.Equal(want) {
				t.Errorf("%s: stored is %v, want %v", what, got, want)
			}
		}
		time.Sleep(time.Second)
		first := time.Now()
		uses.Used(actor.Credential)
		time.Sleep(28 * time.Second)
		expect("before 30 seconds", time.Time{})
		time.Sleep(time.Second)
		expect("after 30 seconds", first)

		second := time.Now()
		uses.Used(actor.Credential)
		uses.Used(account.Credential{Session: "s"})
		expect("at once", first)
		stop()
		<-stopped
		expect("at the end", second)
	})
}

// The address of the last use of a token is written with its time.
func TestAddressesOfTokensAreWritten(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	user := f.company(t, "Acme", "ada@example.com").Administrator
	actor, err := f.db.Credentials().ByToken(t.Context(), f.keys.HashToken(f.signIn(t, "ada@example.com").AccessToken))
	if err != nil {
		t.Fatal(err)
	}
	uses := authn.NewLastUse(f.db.Tokens(), f.db.Sessions(), slog.New(slog.DiscardHandler), time.Now)
	uses.From(actor.Credential.Token, "192.0.2.1") // nothing stores it yet
	uses.Addresses = f.db.Tokens()
	for _, address := range []string{"192.0.2.2", "192.0.2.3"} {
		uses.From(actor.Credential.Token, address)
		uses.From("", "192.0.2.4") // a session
		uses.Flush(t.Context())
		found, err := f.db.Tokens().ListAll(t.Context(), user.Organization, page.Request{OrderBy: "id"})
		if err != nil || len(found.Items) != 1 || found.Items[0].Address != address {
			t.Errorf("stored is %+v, %v, want %s", found.Items, err, address)
		}
	}
}

// TestUnwritableUsesAreLogged checks that a failed write is logged and is not an error. The store is closed.
func TestUnwritableUsesAreLogged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if err := f.db.Close(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	uses := authn.NewLastUse(f.db.Tokens(), f.db.Sessions(), slog.New(slog.NewTextHandler(&log, nil)), time.Now)
	uses.Flush(t.Context())
	if log.Len() > 0 {
		t.Errorf("nothing to write, but the log is: %s", log.String())
	}
	uses.Used(account.Credential{Token: "t"})
	uses.Used(account.Credential{Session: "s"})
	uses.Flush(t.Context())
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "tokens=1") || !strings.Contains(log.String(), "sessions=1") {
		t.Errorf("the log says %q", log.String())
	}
}
