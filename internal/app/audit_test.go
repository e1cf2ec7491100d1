package app_test

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// TestAuditIsVerifiedNextToAServer: the verification only reads, so the server need not stop, with either database. It finds a
// changed entry, and an older copy of the log with an anchor. Another key verifies nothing.
func TestAuditIsVerifiedNextToAServer(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := apptest.Start(t, database)
		token := platform.AdminToken()
		project := platform.NewProject(token, "Orders")
		platform.NewEnvironment(token, project, "Production")
		settings := apptest.Settings(t, database, func(s *config.Settings) { s.Data = platform.Data })
		chains, err := app.VerifyAudit(t.Context(), settings, nil)
		if err != nil || len(chains) != 1 || chains[0].Break != nil || chains[0].Name != "Default" || chains[0].Entries < 4 {
			t.Fatalf("verified %+v, %v", chains, err)
		}
		later := map[ids.Organization]audit.Anchor{chains[0].Organization: {Sequence: chains[0].Head.Sequence + 5, Hash: "00"}}
		if chains, err := app.VerifyAudit(t.Context(), settings, later); err != nil || chains[0].Break == nil {
			t.Errorf("with an anchor that the log does not reach: %+v, %v", chains, err)
		}
		wrong := settings
		wrong.Key = config.Secret(strings.Replace(string(settings.Key), "AAEC", "AAED", 1))
		if _, err := app.VerifyAudit(t.Context(), wrong, nil); !fault.Is(err, fault.Conflict) {
			t.Errorf("with another key: %v", err)
		}
		tamper(t, settings, `UPDATE audit_entries SET object_name = 'Another' WHERE action = 'environment.create'`)
		chains, err = app.VerifyAudit(t.Context(), settings, nil)
		if err != nil || chains[0].Break == nil || chains[0].Break.Sequence != chains[0].Head.Sequence {
			t.Errorf("after the change: %+v, %v", chains, err)
		}
	})
}

// tamper changes the database without the server.
func tamper(t *testing.T, settings config.Settings, statement string) {
	t.Helper()
	driver, address, triggers := "sqlite3", filepath.Join(settings.Data, "millrace.db")+"?_busy_timeout=10000", `DROP TRIGGER audit_entries_update`
	if settings.Database != "" {
		driver, address, triggers = "pgx", string(settings.Database), `DROP TRIGGER audit_entries_guard ON audit_entries`
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, one := range []string{triggers, statement} {
		if _, err := db.ExecContext(t.Context(), one); err != nil {
			t.Fatal(err)
		}
	}
}
