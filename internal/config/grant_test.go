package config_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An element applies to all organizations or to the one that it names by id or name, and to no other.
func TestGrantsOfAnOrganization(t *testing.T) {
	t.Parallel()
	settings, err := one(t, "duckdb_folders", "/srv/all,Acme=/srv/acme,4f1c=/srv/by-id,Acme Data=/srv/other")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		id, name string
		want     []string
	}{
		{"4f1c", "Acme", []string{"/srv/all", "/srv/acme", "/srv/by-id"}},
		{"77aa", "Acme", []string{"/srv/all", "/srv/acme"}},
		{"77aa", "acme", []string{"/srv/all"}},
		{"77aa", "Acme Data", []string{"/srv/all", "/srv/other"}},
	} {
		if diff := cmp.Diff(tt.want, settings.DuckDBFolders.For(tt.id, tt.name)); diff != "" {
			t.Errorf("%s %s: %s", tt.id, tt.name, diff)
		}
	}
	if diff := cmp.Diff([]string{"Acme", "4f1c", "Acme Data"}, settings.DuckDBFolders.Organizations()); diff != "" {
		t.Error(diff)
	}
}
