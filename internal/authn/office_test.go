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

// rightPassword is everybody's password in these tests.
const rightPassword = "correct horse"

// office is where people sign in: a real store, real keys, and a clock that moves when it is told to.
type office struct {
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

func newOffice(t *testing.T) *office {
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
	passwords := authn.NewPasswords()
	return &office{
		db: db, keys: keys, clock: c, users: account.NewUsers(db.Users(), passwords, c.Now),
		login: &authn.Login{
			Users: db.Users(), Organizations: db.Organizations(), SignIns: db.SignIns(), Passwords: passwords, Hasher: keys, Now: c.Now,
		},
	}
}

// company makes an organization whose administrator has this address.
func (o *office) company(t *testing.T, name, email string) project.Setup {
	t.Helper()
	organization, err := account.NewOrganization(name, o.clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	administrator, err := o.users.Draft(t.Context(), organization.ID, account.UserDraft{
		Email: email, FirstName: "Ada", Password: rightPassword, Role: account.OrganizationAdministrator,
	})
	if err != nil {
		t.Fatal(err)
	}
	setup := project.NewSetup(organization, administrator, o.clock.Now())
	if err := o.db.Setups().Add(t.Context(), setup); err != nil {
		t.Fatal(err)
	}
	return setup
}

// enter signs somebody in who has the right password.
func (o *office) enter(t *testing.T, email string) authn.LoginResult {
	t.Helper()
	welcome, err := o.login.SignIn(t.Context(), authn.Attempt{Email: email, Password: rightPassword})
	if err != nil {
		t.Fatal(err)
	}
	return welcome
}

// server acts without a credential in an organization.
func server(setup project.Setup) account.Actor {
	return account.Actor{Organization: setup.Organization.ID}
}
