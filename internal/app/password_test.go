package app_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/store"
)

// TestPasswordCostOfServer checks the hash that a server stores without the options of tests.
func TestPasswordCostOfServer(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t, apptest.Database{})
	ctx, cancel := context.WithCancel(t.Context())
	started, err := app.Operations{}.Start(ctx, admin.Start{Settings: settings, Version: "test", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := started.Serve(ctx); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), store.Options{Folder: settings.Data})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it was only read
	users, err := db.Users().Candidates(t.Context(), "", apptest.AdminEmail)
	if err != nil {
		t.Fatal(err)
	}
	if len(users) != 1 || !strings.HasPrefix(users[0].PasswordHash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("the users are %+v, want one with a hash of 19 MiB and two passes", users)
	}
}
