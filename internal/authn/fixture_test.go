package authn_test

import (
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/secret"
	"github.com/millrace/millrace/internal/statetest"
	"github.com/millrace/millrace/internal/store"
)

// rightPassword is the password of every user in these tests.
const rightPassword = "correct horse"

// fixture contains a real store, real keys and a clock that the test advances.
type fixture struct {
	db    *store.DB
	keys  *secret.Keys
	login *authn.Login
	users *account.Users
	clock *clock
}

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) advance(by time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(by)
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	keys, err := secret.LoadOrCreate(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{now: time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC)}
	db, err := store.Open(t.Context(), store.Options{Folder: statetest.Folder(t), Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	passwords := authn.NewPasswords(authn.Cost{MemoryKiB: 64, Passes: 1})
	return &fixture{
		db: db, keys: keys, clock: c, users: account.NewUsers(db.Users(), passwords, c.Now),
		login: authn.NewLogin(authn.LoginOptions{
			Users: db.Users(), Organizations: db.Organizations(), Providers: db.IdentityProviders(), SignIns: db.SignIns(),
			Factors: db.SecondFactors(), Policies: db.SignInPolicies(), Sealer: keys, Passwords: passwords, Hasher: keys, Now: c.Now,
			NetworkRate: authn.Rate{PerMinute: 30, Burst: 60},
		}),
	}
}

// company creates an organization whose administrator has this address.
func (f *fixture) company(t *testing.T, name, email string) project.Setup {
	t.Helper()
	organization, err := account.NewOrganization(name, f.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	administrator, err := f.users.Draft(t.Context(), organization.ID, account.UserDraft{
		Email: email, FirstName: "Ada", Password: rightPassword, Role: account.OrganizationAdministrator,
	})
	if err != nil {
		t.Fatal(err)
	}
	setup := project.NewSetup(organization, administrator, f.clock.Now())
	if err := f.db.Setups().Add(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	return setup
}

// signIn signs a user in with the right password.
func (f *fixture) signIn(t *testing.T, email string) authn.LoginResult {
	t.Helper()
	signedIn, err := f.login.SignIn(t.Context(), authn.Attempt{Email: email, Password: rightPassword})
	if err != nil {
		t.Fatal(err)
	}
	return signedIn
}

// server returns the server itself as the actor in an organization.
func server(setup project.Setup) account.Actor {
	return account.Actor{Organization: setup.Organization.ID}
}
