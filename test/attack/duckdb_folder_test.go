package attack_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/store"
)

// A DuckDB connection reaches only the organization's own folder: not the system's, not the server's, and not that of
// another organization, whichever way leads there.
func TestDuckDBFolderOfSomebodyElse(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newIsolation(t, database)
		f.invite()
		theirs := makeFolder(t, f.Data, "duckdb", f.ids["Default"])
		own := makeFolder(t, f.Data, "duckdb", f.ids["Rival"])
		outside := t.TempDir()
		link(t, theirs, filepath.Join(own, "to-theirs"))
		link(t, "/etc", filepath.Join(own, "to-etc"))
		accepted := f.Post(f.rival, connectionsPath, object{"name": "own", "platformKind": "duckdb", "settings": object{"path": "sub/folder"}}).
			Want(http.StatusCreated).Field("id")
		for _, path := range []string{
			"/", "/etc", "/etc/", "/proc/self/root/etc", "/root", "/no/such/folder", outside, f.Data, filepath.Join(f.Data, "duckdb"), theirs,
			filepath.Join(theirs, "deeper"), "to-theirs", "to-theirs/deeper", "to-etc", "../" + f.ids["Default"], own + "/../" + f.ids["Default"],
		} {
			for name, answer := range map[string]apptest.Response{
				"create": f.Post(f.rival, connectionsPath, object{"name": "x", "platformKind": "duckdb", "settings": object{"path": path}}),
				"update": f.Patch(f.rival, connectionsPath+"/"+accepted, object{"settings": object{"path": path}}),
			} {
				text := string(answer.Body)
				if answer.Status != http.StatusBadRequest || (!strings.Contains(text, "duckdb_folders") && !strings.Contains(text, "contains ..")) {
					t.Errorf("%s with path %s: %d %s", name, path, answer.Status, text)
				}
			}
		}
		if got := f.try(f.rival, "duckdb", object{"path": own}); !got.Success {
			t.Errorf("the own folder: %+v", got)
		}
	})
}

// A folder that the operator lists for one organization is of no use to another, and a shared one has to be listed for
// all.
func TestDuckDBFoldersOfTheOperator(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		root := t.TempDir()
		private, shared := makeFolder(t, root, "private"), makeFolder(t, root, "shared")
		toPrivate := link(t, private, filepath.Join(shared, "to-private"))
		f := newIsolation(t, database, func(s *config.Settings) {
			s.DuckDBFolders = config.Grants[string]{{Organization: "Default", Value: private}, {Value: shared}}
		})
		f.invite()
		for _, path := range []string{private, shared, toPrivate, filepath.Join(private, "new")} {
			if got := f.try(f.token, "duckdb", object{"path": path}); !got.Success {
				t.Errorf("Default in %s: %+v", path, got)
			}
		}
		if got := f.try(f.rival, "duckdb", object{"path": shared}); !got.Success {
			t.Errorf("Rival in the shared folder: %+v", got)
		}
		for _, path := range []string{private, toPrivate, root, filepath.Join(private, "new")} {
			answer := f.Post(f.rival, connectionsPath, object{"name": "x", "platformKind": "duckdb", "settings": object{"path": path}})
			if answer.Status != http.StatusBadRequest || !strings.Contains(string(answer.Body), "duckdb_folders") {
				t.Errorf("Rival in %s: %d %s", path, answer.Status, answer.Body)
			}
		}
	})
}

// A connection from before its folder was forbidden stays, and says which setting allows it.
func TestStoredConnectionToAForbiddenFolder(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newIsolation(t, database)
		id := f.Post(f.token, connectionsPath, object{"name": "old", "platformKind": "duckdb"}).Want(http.StatusCreated).Field("id")
		folder := t.TempDir()
		by := account.Actor{Organization: ids.Organization(f.ids["Default"])}
		f.InStore(func(db *store.DB) {
			_, err := db.Connections().Change(t.Context(), by, ids.Connection(id), func(c *project.Connection) error {
				c.Settings = map[string]any{"path": folder}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		})
		var result api.ConnectionTest
		f.Post(f.token, connectionsPath+"/"+id+"/test", nil).Want(http.StatusOK).JSON(&result)
		if result.Success || result.Hint == nil || !strings.Contains(*result.Hint, "duckdb_folders") {
			t.Errorf("the test: %+v", result)
		}
	})
}
