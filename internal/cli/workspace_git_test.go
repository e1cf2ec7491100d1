package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/config"
)

// gitFixture is a projectFixture whose server may use repositories in a folder.
type gitFixture struct {
	*projectFixture

	repositories string
}

func newGitFixture(t *testing.T) *gitFixture {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	folder := t.TempDir()
	return &gitFixture{newProjectFixture(t, func(c *config.Settings) { c.GitFolders = config.Grants[string]{{Value: folder}} }), folder}
}

// git runs git in one of the repositories.
func (s *gitFixture) git(repository string, args ...string) string {
	s.Helper()
	command := exec.CommandContext(s.Context(), "git", args...)
	command.Dir = filepath.Join(s.repositories, repository)
	command.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + s.repositories, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=Bob", "GIT_AUTHOR_EMAIL=bob@example.com", "GIT_COMMITTER_NAME=Bob", "GIT_COMMITTER_EMAIL=bob@example.com",
	}
	out, err := command.CombinedOutput()
	if err != nil {
		s.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out))
}

// origin creates a repository from the project folder, and a clone of it for another user.
func (s *gitFixture) origin() (address string) {
	s.Helper()
	if err := os.CopyFS(filepath.Join(s.repositories, "start"), os.DirFS(s.folder)); err != nil {
		s.Fatal(err)
	}
	s.git("start", "init", "--quiet", "--initial-branch=trunk")
	s.git("start", "add", "--all")
	s.git("start", "commit", "--quiet", "--message=All of it")
	s.git(".", "clone", "--quiet", "--bare", "start", "origin.git")
	s.git(".", "clone", "--quiet", "origin.git", "bob")
	return filepath.Join(s.repositories, "origin.git")
}

// bob commits a file and pushes it.
func (s *gitFixture) bob(name, text, message string) {
	s.Helper()
	path := filepath.Join(s.repositories, "bob", filepath.FromSlash(name))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.Fatal(err)
	}
	s.git("bob", "add", "--all")
	s.git("bob", "commit", "--quiet", "--message="+message)
	s.git("bob", "push", "--quiet")
}

func TestImport(t *testing.T) {
	t.Parallel()
	s := newGitFixture(t)
	address := s.origin()
	s.want(s.run("projects", "import", s.project), 3, `→`)
	imported := s.run("projects", "import", s.project, "--url", address, "--workspace-name", "Imported")
	s.want(imported, 0, `^Commit `+s.git("bob", "rev-parse", "HEAD")[:12]+` of branch trunk is in workspace \d+: .*1 job, 2 locations, 2 nodes; 0 errors, 0 warnings\.$`)
	if strings.Contains(imported.out, " 0 packages") {
		t.Errorf("the output lists counts of 0:\n%s", imported.out)
	}
	s.want(s.run("projects", "get", s.project), 0, `Imported, on branch trunk$`)
	s.want(s.run("projects", "import", s.project, "--url", address, "--branch", "nothing"), 3, `nothing`)

	// A project with errors is imported, and its errors are reported.
	s.bob("nodes/CORE-COUNTS.sql", strings.Replace(countsNode, "'ORDERS'", "'NOBODY'", 1), "It breaks")
	s.want(s.run("projects", "import", s.project, "--url", address, "--workspace-name", "Broken"), 1,
		`^nodes/CORE-COUNTS\.sql:3:\d+  error  .*NOBODY`, `; 1 error, 0 warnings\.$`)
	s.want(s.run("projects", "import", s.project, "--url", address, "--workspace-name", "Again", "--json"), 1, `"errors": 1`, `"name": "Again"`)
}

func TestWorkspaceWithRemote(t *testing.T) {
	t.Parallel()
	s := newGitFixture(t)
	address := s.origin()
	id := s.imported(address)
	s.want(s.run("projects", "update", s.project, "--git-repo", address, "--git-branch", "trunk"), 0, `^repository +`+address+`$`, `^branch +trunk$`)
	s.want(s.run("workspaces", "get", id), 0, `^name +ann$`, `^branch +trunk$`, `^commit +[0-9a-f]{40}$`)
	s.want(s.run("workspaces", "validate", id), 0, `^2 nodes, 0 errors, 0 warnings$`)
	s.want(s.run("workspaces", "diff", id), 0, `^There are no differences\.$`)
	s.want(s.run("workspaces", "push", id), 0, `^Branch trunk of the remote already had commit [0-9a-f]{12}\.$`)
	s.want(s.run("workspaces", "pull", id), 0, `^The workspace is up to date with commit`)
	s.want(s.run("workspaces", "commit", id, "-m", "Nothing"), 3, `nothing to commit`)

	s.bob("nodes/RAW-ORDERS.sql", strings.Replace(ordersNode, "'new'", "'there'", 1), "Orders are there\n\nReally")
	s.edit(id, strings.Replace(ordersNode, "'new'", "'here'", 1))
	s.want(s.run("workspaces", "diff", id, "--patch"), 0, `^~ changed nodes/RAW-ORDERS\.sql \(RAW\.ORDERS\)$`, `^    -  'new' AS state$`, `^    \+  'here' AS state$`, `^1 file\.$`)
	s.want(s.run("workspaces", "diff", id, "--json"), 0, `"change": "changed"`)
	s.want(s.run("workspaces", "pull", id), 1, `^! conflict nodes/RAW-ORDERS\.sql \(RAW\.ORDERS\)$`, `^    -  'here' AS state$`,
		`^    \+  'there' AS state$`, `^1 conflict: nothing was changed\.`, `→ Pull again`)
	s.want(s.run("workspaces", "pull", id, "--json"), 1, `"isApplied": false`)
	s.want(s.run("workspaces", "pull", id, "--ours", "a", "--theirs", "a"), 2, `both --ours and --theirs`)
	s.want(s.run("workspaces", "pull", id, "--ours", "nodes/RAW-ORDERS.sql"), 0, `to commit|up to date with commit`)
	s.want(s.run("workspaces", "history", id), 0, `^COMMIT +AT +BY +MESSAGE$`, `Bob +Orders are there$`, `Bob +All of it$`)
	s.want(s.run("workspaces", "commit", id, "-m", "Orders are here"), 0, `^Commit [0-9a-f]{40} by .*: Orders are here$`)
	s.want(s.run("workspaces", "push", id), 0, `^Branch trunk of the remote now has commit [0-9a-f]{12}\.$`)
	s.git("bob", "pull", "--quiet")
	if got := s.git("bob", "log", "-1", "--format=%s"); got != "Orders are here" {
		t.Errorf("the remote ends with %q", got)
	}
	s.want(s.run("projects", "history", s.project, "--limit", "1"), 0, `Orders are here$`)
	s.want(s.run("projects", "push", s.project, "--branch", "trunk", "--json"), 0, `"isNew": false`)
}

// imported imports a repository and returns the id of the workspace.
func (s *gitFixture) imported(address string) string {
	s.Helper()
	s.want(s.run("projects", "import", s.project, "--url", address, "--workspace-name", "ann"), 0)
	for line := range strings.Lines(s.run("workspaces", "--project", s.project).out) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] == "ann" {
			return fields[0]
		}
	}
	s.Fatal("the imported workspace is not listed")
	return ""
}

// edit changes the text of the orders node, as the web application does.
func (s *projectFixture) edit(workspace, text string) {
	s.Helper()
	path := "/api/v1/workspaces/" + workspace + "/nodes/c1000000-0000-4000-8000-000000000001"
	var node map[string]any
	s.platform.Get(s.token, path).Want(200).JSON(&node)
	node["sql"] = text
	s.platform.Put(s.token, path, node).Want(200)
}

func TestBranches(t *testing.T) {
	t.Parallel()
	s := newGitFixture(t)
	id := s.imported(s.origin())
	s.want(s.run("workspaces", "branch", id, "tax", "--create"), 0, `^branch +tax$`)
	s.edit(id, strings.Replace(ordersNode, "'new'", "'taxed'", 1))
	s.want(s.run("workspaces", "branch", id, "trunk"), 3, `uncommitted`)
	s.want(s.run("workspaces", "branch", id, "more", "--create"), 1, `uncommitted changes in 1 file$`, `→ .*--discard`)
	branches := s.run("projects", "branches", s.project)
	s.want(branches, 0, `^BRANCH +COMMIT +DEFAULT$`, `^tax +[0-9a-f]{12}`, `^trunk +[0-9a-f]{12}`)
	if strings.Contains(branches.out, "more") {
		t.Error("the failed command created a branch")
	}
	s.want(s.run("workspaces", "commit", id, "-m", "Tax", "--json"), 0, `"message": "Tax"`)
	s.want(s.run("projects", "diff", s.project, "trunk", "tax", "--patch"), 0, `^~ changed nodes/RAW-ORDERS\.sql`, `^    \+  'taxed' AS state$`)
	s.want(s.run("workspaces", "diff", id, "--commit", "trunk"), 0, `^~ changed nodes/RAW-ORDERS\.sql`)
	s.edit(id, ordersNode)
	s.want(s.run("workspaces", "branch", id, "trunk", "--discard"), 0, `^branch +trunk$`)
	s.want(s.run("workspaces", "branch", id, "nothing"), 3, `nothing`)

	archive := filepath.Join(t.TempDir(), "shop.zip")
	s.want(s.run("projects", "export", s.project, "--ref", "tax", "--out", archive, "--json"), 0, `"bytes": \d+`)
	s.want(s.run("projects", "export", s.project, "--ref", "tax", "--out", archive), 2, `file exists`)
	if raw, err := os.ReadFile(archive); err != nil || !strings.HasPrefix(string(raw), "PK") {
		t.Errorf("the file is not a zip archive: %v", err)
	}
	s.want(s.run("projects", "export", s.project, "--ref", "nothing", "--out", archive+"2"), 3, `nothing`)
	if _, err := os.Stat(archive + "2"); err == nil {
		t.Error("the failed export created a file")
	}
}
