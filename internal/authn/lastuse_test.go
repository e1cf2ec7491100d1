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

// lastUsed is when the administrator's tokens were last used, as it is on record.
func (o *office) lastUsed(t *testing.T, user account.User) map[ids.Token]time.Time {
	t.Helper()
	tokens, err := o.db.Tokens().List(t.Context(), user.Organization, user.ID, page.Request{OrderBy: "id"})
	if err != nil {
		t.Fatal(err)
	}
	used := map[ids.Token]time.Time{}
	for _, token := range tokens.Items {
		used[token.ID] = token.LastUsedAt
	}
	return used
}

// TestUsesAreWrittenEvery30SecondsAndAtTheEnd runs in a bubble with a clock of its own.
func TestUsesAreWrittenEvery30SecondsAndAtTheEnd(t *testing.T) {
	t.Parallel()
	if authn.UseInterval != 30*time.Second {
		t.Errorf("uses are written every %s", authn.UseInterval)
	}
	synctest.Test(t, func(t *testing.T) {
		o := newOffice(t)
		setup := o.company(t, "Acme", "ada@example.com")
		user := setup.Administrator
		actor, err := o.db.Credentials().ByToken(t.Context(), o.keys.HashToken(o.enter(t, "ada@example.com").AccessToken))
		if err != nil {
			t.Fatal(err)
		}
		token := actor.Credential.Token
		uses := authn.NewLastUse(o.db.Tokens(), slog.New(slog.DiscardHandler), time.Now)
		ctx, stop := context.WithCancel(t.Context())
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			uses.Run(ctx)
		}()
		expect := func(what string, want time.Time) {
			t.Helper()
			synctest.Wait()
			if got := o.lastUsed(t, user)[token]; !got.Equal(want) {
				t.Errorf("%s: on record is %v, want %v", what, got, want)
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

// TestUsesThatCannotBeWrittenAreNoError: the store is closed, which is told to the log and to nobody else.
func TestUsesThatCannotBeWrittenAreNoError(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	if err := o.db.Close(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	uses := authn.NewLastUse(o.db.Tokens(), slog.New(slog.NewTextHandler(&log, nil)), time.Now)
	uses.Flush(t.Context())
	if log.Len() > 0 {
		t.Errorf("nothing to write, and yet: %s", log.String())
	}
	uses.Used(account.Credential{Token: "t"})
	uses.Flush(t.Context())
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "tokens=1") {
		t.Errorf("the log says %q", log.String())
	}
}
