package apptest

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/store"
)

// WhileStopped changes the platform's database without the platform, as the admin commands do. Only one process can use
// a SQLite database, so the platform stops during the call and restarts at another address. A platform on PostgreSQL
// keeps running.
func (p *Platform) WhileStopped(do func(settings config.Settings)) {
	p.t.Helper()
	settings := p.settings
	if settings.Database != "" {
		settings.Data = p.t.TempDir() // the running platform locks its own folder
		do(settings)
		return
	}
	p.stop()
	do(settings)
	p.start()
}

// InStore opens the platform's database for changes that the API does not offer in this version.
func (p *Platform) InStore(do func(db *store.DB)) {
	p.t.Helper()
	p.WhileStopped(func(settings config.Settings) {
		p.t.Helper()
		db, err := store.Open(p.t.Context(), store.Options{Folder: settings.Data, URL: string(settings.Database)})
		if err != nil {
			p.t.Fatal(err)
		}
		do(db)
		if err := db.Close(); err != nil {
			p.t.Error(err)
		}
	})
}

// ShareFile lets environments and workspaces use the file of the default database that those from before own files share.
func (p *Platform) ShareFile(targets ...string) {
	p.t.Helper()
	driver, address := "sqlite3", filepath.Join(p.settings.Data, "millrace.db")+"?_busy_timeout=10000"
	if p.settings.Database != "" {
		driver, address = "pgx", string(p.settings.Database)
	}
	state, err := sql.Open(driver, address)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = state.Close() }()
	for _, table := range []string{"environments", "workspaces"} {
		for _, id := range targets {
			change := fmt.Sprintf(`UPDATE %s SET own_file = '' WHERE id = $1`, table) //nolint:gosec // one of the two tables above
			if _, err := state.ExecContext(p.t.Context(), change, p.environment(id)); err != nil {
				p.t.Fatal(err)
			}
		}
	}
}

// MoveEnvironment sets statuses that only deployments and refreshes would set.
func (p *Platform) MoveEnvironment(organization, environment string, path ...project.Status) {
	p.t.Helper()
	id, ok := ids.ParseNumber[ids.Environment](environment)
	if !ok {
		p.t.Fatalf("%q is not the id of an environment", environment)
	}
	server := account.Actor{Organization: ids.Organization(organization)}
	p.InStore(func(db *store.DB) {
		environments := project.NewEnvironments(db.Environments(), time.Now)
		for i := 1; i < len(path); i++ {
			if err := environments.MoveStatus(p.t.Context(), server, id, path[i-1], path[i]); err != nil {
				p.t.Fatal(err)
			}
		}
	})
}

// NewOrganization creates another organization with its administrator, signed in.
func (p *Platform) NewOrganization(name, adminEmail string) (account.Organization, Person) {
	p.t.Helper()
	person := Person{Email: adminEmail, Password: "a password of " + adminEmail}
	var created admin.Created
	p.WhileStopped(func(settings config.Settings) {
		var err error
		created, err = app.CreateOrganization(p.t.Context(), settings, admin.NewOrganization{
			Name: name, AdminEmail: person.Email, AdminPassword: person.Password,
		})
		if err != nil {
			p.t.Fatal(err)
		}
	})
	person.Token = p.Login(person.Email, person.Password)
	person.ID = p.Me(person.Token).User.ID
	return created.Organization, person
}

// ResetPassword resets a user's password as the admin command does, and returns the new one.
func (p *Platform) ResetPassword(email string) string {
	p.t.Helper()
	var password string
	p.WhileStopped(func(settings config.Settings) {
		var err error
		if password, err = app.ResetPassword(p.t.Context(), settings, admin.Reset{Email: email}); err != nil {
			p.t.Fatal(err)
		}
	})
	return password
}
