package store_test

import (
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/store"
)

// clock is a clock that a test sets.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// TestSessionsEndByTheClock checks a session until its last millisecond and after it. A token does not expire.
func TestSessionsEndByTheClock(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begin := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
			c := &clock{now: begin}
			options := at(t).options
			options.Now = c.Now
			db := open(t, options)
			signIn := signedIn(t, db, begin)

			c.set(begin.Add(account.SessionLifetime - time.Millisecond))
			if _, err := db.Credentials().BySession(t.Context(), signIn.Session.Hash); err != nil {
				t.Errorf("a millisecond before its end: %v", err)
			}
			c.set(begin.Add(account.SessionLifetime))
			if _, err := db.Credentials().BySession(t.Context(), signIn.Session.Hash); !fault.Is(err, fault.Unauthenticated) {
				t.Errorf("at its end: got %v, want unauthenticated", err)
			}
			c.set(begin.AddDate(100, 0, 0))
			if _, err := db.Credentials().ByToken(t.Context(), signIn.Token.Hash); err != nil {
				t.Errorf("the token after a hundred years: %v", err)
			}
		})
	}
}

// TestIdleSessionsEnd checks a session around the idle time after its last use. A use restarts the time.
func TestIdleSessionsEnd(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begin := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
			c := &clock{now: begin}
			options := at(t).options
			options.Now, options.SessionIdle = c.Now, time.Hour
			db := open(t, options)
			session := signedIn(t, db, begin).Session
			lives := func(after time.Duration) bool {
				t.Helper()
				c.set(begin.Add(after))
				return isUsable(t, db, session)
			}
			if !lives(time.Hour - time.Millisecond) {
				t.Error("the session ended before the idle time")
			}
			if err := db.Sessions().Touch(t.Context(), map[ids.Session]time.Time{session.ID: begin.Add(59 * time.Minute)}); err != nil {
				t.Fatal(err)
			}
			if !lives(time.Hour + 58*time.Minute) {
				t.Error("a used session ended")
			}
			if lives(time.Hour + 59*time.Minute) {
				t.Error("the session did not end after the idle time")
			}
		})
	}
}

// isUsable reports whether a session, the only one of its user, can be used. The list of sessions must agree.
func isUsable(t *testing.T, db *store.DB, session account.Session) bool {
	t.Helper()
	_, err := db.Credentials().BySession(t.Context(), session.Hash)
	if err != nil && !fault.Is(err, fault.Unauthenticated) {
		t.Fatal(err)
	}
	listed, listErr := db.Sessions().List(t.Context(), session.Organization, session.User, page.Request{OrderBy: "id", Limit: 10})
	if listErr != nil {
		t.Fatal(listErr)
	}
	if (len(listed.Items) == 1) != (err == nil) {
		t.Errorf("the list has %d sessions, and the use of the session says %v", len(listed.Items), err)
	}
	return err == nil
}

// TestSignInClearsAwayOldSessions reads the table without the store.
func TestSignInClearsAwayOldSessions(t *testing.T) {
	t.Parallel()
	for name, at := range testDatabases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			begin := time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)
			c := &clock{now: begin}
			p := at(t)
			p.options.Now = c.Now
			db := open(t, p.options)
			signedIn(t, db, begin)
			c.set(begin.Add(2 * account.SessionLifetime))
			signedIn(t, db, c.Now())
			var sessions int
			if err := p.raw(t).QueryRowContext(t.Context(), `SELECT count(*) FROM sessions`).Scan(&sessions); err != nil {
				t.Fatal(err)
			}
			if sessions != 1 {
				t.Errorf("%d sessions are stored, want only the valid one", sessions)
			}
		})
	}
}

// signedIn creates an organization and signs its administrator in.
func signedIn(t *testing.T, db *store.DB, now time.Time) account.SignIn {
	t.Helper()
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	setup := newSetup(t, now)
	if err := db.Setups().Add(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	user := setup.Administrator
	token, _ := account.NewToken(account.TokenOwner{Organization: user.Organization, User: user.ID}, "first", keys, now)
	session, _ := account.NewSession(user, keys, now)
	signIn := account.SignIn{Token: &token, Session: session, PasswordHash: user.PasswordHash}
	if err := db.SignIns().Open(t.Context(), signIn); err != nil {
		t.Fatal(err)
	}
	return signIn
}

func newSetup(t testing.TB, now time.Time) project.Setup {
	t.Helper()
	organization, err := account.NewOrganization(t.Name()+now.Format(time.RFC3339), now)
	if err != nil {
		t.Fatal(err)
	}
	return project.NewSetup(organization, account.User{
		ID: ids.New[ids.User](), Organization: organization.ID, Email: "admin@example.com",
		PasswordHash: "hash", Role: account.OrganizationAdministrator, Status: account.UserActive, CreatedAt: now,
	}, now)
}
