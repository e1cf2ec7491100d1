package cli_test

import (
	"strings"
	"testing"
)

// A new branch takes uncommitted changes with it, and a file can be restored.
func TestKeepAndDiscardChanges(t *testing.T) {
	t.Parallel()
	s := newGitFixture(t)
	id := s.imported(s.origin())
	s.edit(id, strings.Replace(ordersNode, "'new'", "'taxed'", 1))
	s.want(s.run("workspaces", "branch", id, "tax", "--create", "--keep"), 0, `^branch +tax$`)
	s.want(s.run("workspaces", "diff", id), 0, `^~ changed nodes/RAW-ORDERS\.sql`)
	s.want(s.run("workspaces", "branch", id, "trunk", "--keep", "--discard"), 2, `--discard`, `--keep`)
	s.want(s.run("workspaces", "discard", id), 2, `--file is missing`)
	s.want(s.run("workspaces", "discard", id, "--file", "nodes/NOTHING.sql"), 3, `no uncommitted change`)
	s.want(s.run("workspaces", "discard", id, "--file", "nodes/RAW-ORDERS.sql"), 0)
	if left := s.run("workspaces", "diff", id); strings.Contains(left.out, "RAW-ORDERS") {
		t.Errorf("the change is still there:\n%s", left.out)
	}
}

// A folder becomes the first commit of a project.
func TestImportFolder(t *testing.T) {
	t.Parallel()
	s := newGitFixture(t)
	s.want(s.run("projects", "import", s.project, "--folder", s.folder, "--url", "https://git.example.com/x.git"), 2, `--folder`, `--url`)
	s.want(s.run("projects", "import", s.project, "--folder", s.folder, "--workspace-name", "Uploaded"), 0,
		`^Commit [0-9a-f]{12} of branch main is in workspace \d+: .*2 nodes; 0 errors, 0 warnings\.$`)
	s.want(s.run("projects", "import", s.project, "--folder", s.folder), 3, `commits already`)
	s.want(s.run("git-accounts", "linked", "--project", s.project), 3, `no git account`)
}
