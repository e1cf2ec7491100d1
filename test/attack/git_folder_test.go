package attack_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// Repositories in a folder of the server are for the organization that the operator names.
func TestGitFolderOfAnotherOrganization(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		folder := t.TempDir()
		link(t, folder, filepath.Join(folder, "again"))
		f := newIsolation(t, database, func(s *config.Settings) {
			s.GitFolders = config.Grants[string]{{Organization: "Default", Value: folder}}
		})
		f.invite()
		for token, want := range map[string]struct {
			status int
			text   string
		}{
			f.token: {http.StatusBadRequest, "git repository"}, // it is looked into, and has no repository
			f.rival: {http.StatusForbidden, "git_folders"},
		} {
			path := "/api/v1/projects/" + f.NewProject(token, "Orders")
			for _, address := range []string{folder, "file://" + folder, filepath.Join(folder, "again")} {
				answer := f.Post(token, path+"/import", object{"url": address})
				if answer.Status != want.status || !strings.Contains(string(answer.Body), want.text) {
					t.Errorf("%s: %d %s, want %d", address, answer.Status, answer.Body, want.status)
				}
			}
		}
	})
}

// Without the setting, no folder of the server is a repository.
func TestGitFoldersAreOffByDefault(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newIsolation(t, database)
		path := "/api/v1/projects/" + f.NewProject(f.token, "Orders")
		for _, address := range []string{t.TempDir(), "/", f.Data} {
			answer := f.Post(f.token, path+"/import", object{"url": address})
			if answer.Status != http.StatusForbidden || !strings.Contains(string(answer.Body), "git_folders") {
				t.Errorf("%s: %d %s", address, answer.Status, answer.Body)
			}
		}
	})
}
