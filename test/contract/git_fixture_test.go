package contract_test

import (
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// gitFixture is a platform with a project that is edited in several workspaces.
type gitFixture struct {
	*apptest.Platform

	t       *testing.T
	token   string
	project string // path
	id      string
	folder  string // folder that may contain repositories
}

func newGitFixture(t *testing.T, database apptest.Database) *gitFixture {
	t.Helper()
	folder := gitFolder(t)
	m := &gitFixture{Platform: start(t, database, func(s *config.Settings) { s.GitFolders = config.Grants[string]{{Value: folder}} }), t: t, folder: folder}
	m.token = m.AdminToken()
	m.id = m.NewProject(m.token, "Orders")
	m.project = projectsPath + "/" + m.id
	return m
}

// workspace creates a workspace and returns its path.
func (m *gitFixture) workspace(name string) string {
	m.t.Helper()
	return "/api/v1/workspaces/" + m.Post(m.token, "/api/v1/workspaces", object{"project": m.id, "name": name}).Want(http.StatusCreated).Field("id")
}

// describe sets the description of the first node of a workspace with this name; it creates the node if there is none.
func (m *gitFixture) describe(workspace, name, text string) {
	m.t.Helper()
	var list struct{ Data []object }
	m.Get(m.token, workspace+"/nodes?detail=true").Want(http.StatusOK).JSON(&list)
	for _, node := range list.Data {
		if node["name"] == name {
			node["description"] = text
			m.Put(m.token, workspace+"/nodes/"+wordOf(node["id"]), node).Want(http.StatusOK)
			return
		}
	}
	var node object
	m.Post(m.token, workspace+"/nodes", object{"nodeType": "Stage"}).Want(http.StatusCreated).JSON(&node)
	node["name"], node["description"] = name, text
	m.Put(m.token, workspace+"/nodes/"+wordOf(node["id"]), node).Want(http.StatusOK)
}

// descriptions returns the descriptions of the nodes of a workspace by name.
func (m *gitFixture) descriptions(workspace string) map[string]string {
	m.t.Helper()
	var list struct{ Data []object }
	m.Get(m.token, workspace+"/nodes?detail=true").Want(http.StatusOK).JSON(&list)
	found := map[string]string{}
	for _, node := range list.Data {
		found[wordOf(node["name"])] = wordOf(node["description"])
	}
	return found
}

func (m *gitFixture) commit(workspace, message string) api.Commit {
	m.t.Helper()
	var made api.Commit
	m.Post(m.token, workspace+"/commit", object{"message": message}).Want(http.StatusCreated).JSON(&made)
	return made
}

func (m *gitFixture) pull(workspace string, resolve object) api.PullAnswer {
	m.t.Helper()
	body := object{}
	if resolve != nil {
		body["resolve"] = resolve
	}
	var pulled api.PullAnswer
	m.Post(m.token, workspace+"/pull", body).Want(http.StatusOK).JSON(&pulled)
	return pulled
}

func (m *gitFixture) history(query string) api.CommitList {
	m.t.Helper()
	var list api.CommitList
	m.Get(m.token, m.project+"/commits"+query).Want(http.StatusOK).JSON(&list)
	return list
}

func (m *gitFixture) diff(path string) api.ProjectDiff {
	m.t.Helper()
	var diff api.ProjectDiff
	m.Get(m.token, path).Want(http.StatusOK).JSON(&diff)
	return diff
}

// cloneURL returns the URL of the project with a token in it, as users paste it.
func (m *gitFixture) cloneURL(token string) string {
	m.t.Helper()
	at, err := url.Parse(m.URL + "/git/" + m.id + ".git")
	if err != nil {
		m.t.Fatal(err)
	}
	at.User = url.UserPassword("token", token)
	return at.String()
}

// git runs the git program in a folder below the one that may contain repositories, and creates that folder.
func (m *gitFixture) git(folder string, args ...string) string {
	m.t.Helper()
	out, err := m.tryGit(folder, args...)
	if err != nil {
		m.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(out)
}

func (m *gitFixture) tryGit(folder string, args ...string) (string, error) {
	m.t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		m.t.Skip("the git program is not here to compare with")
	}
	whole := filepath.Join(m.folder, folder)
	if err := os.MkdirAll(whole, 0o755); err != nil {
		m.t.Fatal(err)
	}
	command := exec.CommandContext(m.t.Context(), "git", args...)
	command.Dir = whole
	command.Env = []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + m.folder, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=Bob", "GIT_AUTHOR_EMAIL=bob@example.com", "GIT_COMMITTER_NAME=Bob", "GIT_COMMITTER_EMAIL=bob@example.com",
	}
	out, err := command.CombinedOutput()
	return string(out), err
}

// change changes a file of a clone and commits it.
func (m *gitFixture) change(folder, path, from, to string) {
	m.t.Helper()
	whole := filepath.Join(m.folder, folder, path)
	content, err := os.ReadFile(whole)
	if err != nil {
		m.t.Fatal(err)
	}
	if !strings.Contains(string(content), from) {
		m.t.Fatalf("%s has no %q: %s", path, from, content)
	}
	if err := os.WriteFile(whole, []byte(strings.Replace(string(content), from, to, 1)), 0o600); err != nil {
		m.t.Fatal(err)
	}
	m.git(folder, "commit", "--quiet", "--all", "--message=by git")
}
