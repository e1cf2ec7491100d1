package contract_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/sample"
)

// repository creates a repository of files in the allowed folder.
func (m *gitFixture) repository(name string, files map[string]string) string {
	m.t.Helper()
	root := filepath.Join(m.folder, name)
	for path, text := range files {
		whole := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(whole), 0o755); err != nil {
			m.t.Fatal(err)
		}
		if err := os.WriteFile(whole, []byte(text), 0o600); err != nil {
			m.t.Fatal(err)
		}
	}
	m.git(name, "init", "--quiet", "--initial-branch=trunk")
	m.git(name, "add", "--all")
	m.git(name, "commit", "--quiet", "--message=All of it")
	return root
}

func TestImportReport(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		files := map[string]string{"jobs/broken-1.yml": "id: [", ".github/workflows/ci.yml": "on: push\n"}
		shop, err := sample.Files(sample.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for path, content := range shop {
			files[path] = string(content)
		}
		address := m.repository("shop", files)
		var report api.ImportReport
		m.Post(m.token, m.project+"/import", object{"url": address, "workspaceName": "Imported"}).Want(http.StatusCreated).JSON(&report)
		if report.Branch != "trunk" || report.Commit != m.git("shop", "rev-parse", "HEAD") || report.Workspace.Name != "Imported" {
			t.Errorf("the report: %+v", report)
		}
		if report.Counts["nodes"] < 5 || report.Counts["locations"] == 0 || report.Errors == 0 || len(report.Diagnostics) == 0 {
			t.Errorf("what was understood: %+v", report)
		}
		space := "/api/v1/workspaces/" + report.Workspace.ID
		if changes := m.diff(space + "/diff").Changes; len(changes) != 0 {
			t.Errorf("the workspace is not what was imported: %+v", changes)
		}
		if nodes := m.descriptions(space); len(nodes) != report.Counts["nodes"] {
			t.Errorf("%d nodes in the workspace, %d in the report", len(nodes), report.Counts["nodes"])
		}
		if base := m.Get(m.token, space).Want(http.StatusOK).Field("baseCommit"); report.Workspace.BaseCommit == nil || *report.Workspace.BaseCommit != base {
			t.Errorf("the report has the base %v, and the workspace %s", report.Workspace.BaseCommit, base)
		}
		// The project uses the imported branch.
		if branch := m.Get(m.token, m.project).Want(http.StatusOK).Field("gitBranch"); branch != "trunk" {
			t.Errorf("the project is on %q", branch)
		}
		m.Get(m.token, m.project+"/archive").Want(http.StatusOK)
		// A second import creates a second workspace of the same branch.
		m.Post(m.token, m.project+"/import", object{"url": "file://" + address, "branch": "trunk"}).Want(http.StatusCreated)
		wantFault(t, m.Post(m.token, m.project+"/import", object{"url": address, "branch": "nothing"}), http.StatusBadRequest, "nothing")
		wantFault(t, m.Post(m.token, m.project+"/import", object{}), http.StatusBadRequest, "url")
		other := m.repository("other", map[string]string{"data.yml": "fileVersion: 3\n"})
		wantFault(t, m.Post(m.token, m.project+"/import", object{"url": other}), http.StatusConflict, "trunk")
	})
}

// Files that a workspace cannot represent stay in the repository when something else is committed.
func TestUnsupportedFilesStayInRepository(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	large := string(make([]byte, 3<<20))
	address := m.repository("shop", map[string]string{
		"data.yml": "fileVersion: 3\nplatformKind: duckdb\n", "locations.yml": "fileVersion: 1\nlocations:\n  - WORK\n",
		"large.bin": large, "a:b": "colon", "run.sh": "#!/bin/sh\n",
	})
	if err := os.Symlink("run.sh", filepath.Join(address, "link")); err != nil {
		t.Fatal(err)
	}
	m.git("shop", "update-index", "--chmod=+x", "run.sh")
	m.git("shop", "add", "--all")
	m.git("shop", "update-index", "--chmod=+x", "run.sh")
	m.git("shop", "commit", "--quiet", "--message=More")
	var report api.ImportReport
	m.Post(m.token, m.project+"/import", object{"url": address}).Want(http.StatusCreated).JSON(&report)
	space := "/api/v1/workspaces/" + report.Workspace.ID
	m.describe(space, "ORDERS", "new")
	if changes := m.diff(space + "/diff").Changes; len(changes) != 1 {
		t.Errorf("what a commit would hold: %+v", changes)
	}
	made := m.commit(space, "Add orders")
	diff := m.diff(m.project + "/diff?from=" + report.Commit + "&to=" + made.Oid)
	if len(diff.Changes) != 1 || diff.Changes[0].Path != "nodes/WORK-ORDERS.yml" {
		t.Errorf("the commit changed %+v", diff.Changes)
	}
	m.git("shop", "-c", "http.extraHeader=Authorization: Bearer "+m.token, "fetch", "--quiet", m.URL+"/git/"+m.id+".git", "trunk")
	if got := m.git("shop", "diff", "--name-status", "HEAD", "FETCH_HEAD"); got != "A\tnodes/WORK-ORDERS.yml" {
		t.Errorf("git sees %q", got)
	}
	if tree := m.git("shop", "ls-tree", "FETCH_HEAD", "run.sh", "link"); tree[:6] != "120000" {
		t.Errorf("the tree: %s", tree)
	}
}
