package app_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/admin"
	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/fault"
)

// TestFilesThatCannotBeDeleted: the rows of an organization are gone when its files are deleted, so an error says what is left.
func TestFilesThatCannotBeDeleted(t *testing.T) {
	t.Parallel()
	platform := apptest.Start(t, apptest.Database{})
	acme, _ := platform.NewOrganization("Acme", "ann@acme.example")
	platform.WhileStopped(func(settings config.Settings) {
		root := filepath.Join(settings.Data, "duckdb")
		if err := os.RemoveAll(root); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(root, nil, 0o600); err != nil { // there is no folder to delete files from
			t.Fatal(err)
		}
		report, err := app.DeleteOrganization(t.Context(), settings, admin.DeleteOrganization{
			Organization: "acme", WithData: true, Confirm: func(account.Organization) error { return nil },
		})
		left := filepath.Join(root, string(acme.ID))
		if err == nil || !strings.Contains(err.Error(), left) || fault.From(err).Hint == "" || report.Folder != left {
			t.Errorf("the error is %v, the report %+v", err, report)
		}
		if err := os.Remove(root); err != nil {
			t.Fatal(err)
		}
		wantIntact(t, settings)
	})
}

// wantIntact checks that the deletion of an organization is in the log of the installation, and that all chains are intact.
func wantIntact(t *testing.T, settings config.Settings) {
	t.Helper()
	chains, err := app.VerifyAudit(t.Context(), settings, nil)
	if err != nil || len(chains) != 2 {
		t.Fatalf("the chains are %+v, %v", chains, err)
	}
	for _, chain := range chains {
		if chain.Break != nil || (chain.Organization == "" && chain.Head != (audit.Anchor{Sequence: 1, Hash: chain.Head.Hash})) {
			t.Errorf("the chain is %+v", chain)
		}
	}
}

// TestRotationIsRecorded: the entry of a rotation is chained with the key of the log.
func TestRotationIsRecorded(t *testing.T) {
	t.Parallel()
	platform := apptest.Start(t, apptest.Database{})
	platform.Stop()
	settings := apptest.Settings(t, apptest.Database{}, func(s *config.Settings) {
		added := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
		s.Data, s.Key = platform.Data, config.Secret(added+",")+s.Key
	})
	if _, err := app.RotateKey(t.Context(), settings); err != nil {
		t.Fatal(err)
	}
	wantIntact(t, settings)
}
