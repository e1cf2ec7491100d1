package duckdb_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/duckdb/duckdb-go/v2/mapping"

	"github.com/millrace/millrace/internal/engine/duckdb"
)

// After an update the folder of downloads has the extensions of the old version. The new one must not load them.
func TestExtensionOfAnotherVersionIsNotUsed(t *testing.T) {
	t.Parallel()
	own, platform := mapping.LibraryVersion(), "linux_amd64"
	for name, tt := range map[string]struct {
		files []string
		want  string
	}{
		"of an old version":    {[]string{"v1.4.0/linux_amd64"}, ""},
		"of another platform":  {[]string{own + "/osx_arm64"}, ""},
		"beside an old one":    {[]string{"v1.4.0/linux_amd64", own + "/linux_amd64"}, own + "/linux_amd64"},
		"in the folder itself": {[]string{"."}, "."},
		"in both":              {[]string{".", own + "/linux_amd64"}, own + "/linux_amd64"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			for _, at := range tt.files {
				path := filepath.Join(folder, at, "ducklake.duckdb_extension")
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte("not one"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want := ""
			if tt.want != "" {
				want = filepath.Join(folder, tt.want, "ducklake.duckdb_extension")
			}
			if found := duckdb.FindExtension(folder, "ducklake", platform); found != want {
				t.Errorf("found %q, want %q", found, want)
			}
		})
	}
}
