package app_test

import (
	"testing"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/pgtest"
)

// TestMaintenanceNextToAServer: with PostgreSQL an operator need not stop the server, also when the command is given in
// the server's own folder. With SQLite the server's folder is its own.
func TestMaintenanceNextToAServer(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := apptest.Start(t, database)
		settings := apptest.Settings(t, database, func(s *config.Settings) { s.Data = platform.Data })
		created, err := app.CreateOrganization(t.Context(), settings, admin.NewOrganization{Name: "Acme", AdminEmail: "ann@acme.example"})
		if !database.IsPostgres() {
			if !fault.Is(err, fault.Conflict) {
				t.Fatalf("err = %v, want conflict", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		platform.Login(created.Login.Email, created.Login.Password)
		password, err := app.ResetPassword(t.Context(), settings, admin.Reset{Email: "ann@acme.example"})
		if err != nil {
			t.Fatal(err)
		}
		platform.Login(created.Login.Email, password)
	})
}

func TestMaintenanceNeedsTheKey(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t, apptest.Database{URL: pgtest.Database(t)}, func(s *config.Settings) { s.Key = "" })
	if _, err := app.ResetPassword(t.Context(), settings, admin.Reset{Email: "ann@acme.example"}); !fault.Is(err, fault.Conflict) {
		t.Fatalf("err = %v, want conflict: there is no key in the folder", err)
	}
}
