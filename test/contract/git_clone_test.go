package contract_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/apptest"
)

// archive returns the files of a commit.
func (m *gitFixture) archive(ref string) map[string]string {
	m.t.Helper()
	response := m.Get(m.token, m.project+"/archive?ref="+ref).Want(http.StatusOK)
	packed, err := zip.NewReader(bytes.NewReader(response.Body), int64(len(response.Body)))
	if err != nil {
		m.t.Fatal(err)
	}
	files := map[string]string{}
	for _, entry := range packed.File {
		opened, err := entry.Open()
		if err != nil {
			m.t.Fatal(err)
		}
		content, err := io.ReadAll(opened)
		if err != nil {
			m.t.Fatal(err)
		}
		files[entry.Name] = string(content)
	}
	return files
}

// checkedOut returns the files of a clone.
func (m *gitFixture) checkedOut(folder string) map[string]string {
	m.t.Helper()
	root := filepath.Join(m.folder, folder)
	files := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			if err == nil && entry.Name() == ".git" {
				return filepath.SkipDir
			}
			return err
		}
		content, err := os.ReadFile(path)
		inside, _ := filepath.Rel(root, path)
		files[filepath.ToSlash(inside)] = string(content)
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return files
}

// The git program clones the project and fetches new commits.
func TestGitClonesProject(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		m.git(".", "clone", "--quiet", m.cloneURL(m.token), "empty")
		one := m.workspace("one")
		m.describe(one, "ORDERS", "first")
		m.commit(one, "Begin")
		m.git(".", "clone", "--quiet", m.cloneURL(m.token), "clone")
		if diff := cmp.Diff(m.archive("main"), m.checkedOut("clone")); diff != "" {
			t.Errorf("the clone is not the archive: %s", diff)
		}
		m.git("clone", "fsck", "--strict")
		for _, text := range []string{"second", "third"} {
			m.describe(one, "ORDERS", text)
			m.commit(one, text)
		}
		m.Post(m.token, m.project+"/branches", object{"name": "dev/two"}).Want(http.StatusCreated)
		m.git("clone", "pull", "--quiet")
		if diff := cmp.Diff(m.archive(""), m.checkedOut("clone")); diff != "" {
			t.Errorf("after a pull: %s", diff)
		}
		if log := m.git("clone", "log", "--format=%s", "origin/dev/two"); log != "third\nsecond\nBegin" {
			t.Errorf("the log of git: %q", log)
		}
		m.git("clone", "fsck", "--strict")
		m.git("empty", "-c", "http.extraHeader=Authorization: Bearer "+m.token, "pull", "--quiet", m.URL+"/git/"+m.id+".git")
	})
}

// A clone with its own history negotiates common commits.
func TestGitFetchesWithLocalCommits(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	one := m.workspace("one")
	m.describe(one, "ORDERS", "first")
	m.commit(one, "Begin")
	m.git(".", "clone", "--quiet", m.cloneURL(m.token), "clone")
	for i := range 60 {
		m.git("clone", "commit", "--quiet", "--allow-empty", "--message=own "+strings.Repeat("x", i))
	}
	m.describe(one, "ORDERS", "second")
	m.commit(one, "Second")
	m.git("clone", "fetch", "--quiet")
	m.git("clone", "merge", "--quiet", "--message=both", "origin/main")
	m.git("clone", "fsck", "--strict")
}

func TestClonePermissions(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	one := m.workspace("one")
	m.describe(one, "ORDERS", "first")
	m.commit(one, "Begin")
	stranger := m.NewPerson(m.token, "stranger@example.com", "member")
	reader := m.NewPerson(m.token, "reader@example.com", "member")
	m.Put(m.token, "/api/v2/userRoles/"+reader.ID+"/projects/"+m.id, object{"projectRole": "member"}).Want(http.StatusOK)
	refs := "/git/" + m.id + ".git/info/refs?service="
	for name, test := range map[string]struct {
		token, path string
		status      int
	}{
		"a reader":           {reader.Token, refs + "git-upload-pack", http.StatusOK},
		"no role":            {stranger.Token, refs + "git-upload-pack", http.StatusNotFound},
		"no token":           {"", refs + "git-upload-pack", http.StatusUnauthorized},
		"a bad token":        {"mrt_x", refs + "git-upload-pack", http.StatusUnauthorized},
		"a push":             {m.token, refs + "git-receive-pack", http.StatusForbidden},
		"the dumb protocol":  {m.token, strings.TrimSuffix(refs, "?service="), http.StatusForbidden},
		"no such project":    {m.token, "/git/nothing.git/info/refs?service=git-upload-pack", http.StatusNotFound},
		"without the suffix": {m.token, "/git/" + m.id + "/info/refs?service=git-upload-pack", http.StatusNotFound},
		"a file":             {m.token, "/git/" + m.id + ".git/HEAD", http.StatusNotFound},
	} {
		response := m.Get(test.token, test.path)
		if response.Status != test.status {
			t.Errorf("%s: %d %s", name, response.Status, response.Body)
		}
		if test.status == http.StatusUnauthorized && !strings.Contains(strings.Join(response.Header.Values("WWW-Authenticate"), "\n"), "Basic ") {
			t.Errorf("%s: git is not asked for a password: %v", name, response.Header)
		}
	}
	if out, err := m.tryGit(".", "clone", "--quiet", m.cloneURL(stranger.Token), "stolen"); err == nil {
		t.Errorf("a user without a role cloned it: %s", out)
	}
	m.git(".", "clone", "--quiet", m.cloneURL(reader.Token), "read")
	if out, err := m.tryGit("read", "push", "origin", "main:other"); err == nil || !strings.Contains(out, "403") {
		t.Errorf("a push: %s", out)
	}
}

// Requests that no git client sends are rejected and do no harm.
func TestInvalidGitRequestsAreRejected(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	one := m.workspace("one")
	m.describe(one, "ORDERS", "first")
	head := m.commit(one, "Begin").Oid
	for name, test := range map[string]struct {
		body   string
		status int
	}{
		"nothing":              {"", http.StatusOK},
		"a flush":              {"0000", http.StatusOK},
		"no lines":             {"hello", http.StatusBadRequest},
		"a length too many":    {"fff0want", http.StatusBadRequest},
		"an unknown word":      {"000bshallow", http.StatusBadRequest},
		"an unknown commit":    {"0032want " + strings.Repeat("a", 40) + "\n00000009done\n", http.StatusNotFound},
		"not a name":           {"0032want " + strings.Repeat("z", 40) + "\n00000009done\n", http.StatusBadRequest},
		"a shallow clone":      {"0032want " + head + "\n000cdeepen 10000" + "0009done\n", http.StatusBadRequest},
		"a whole one":          {"0032want " + head + "\n00000009done\n", http.StatusOK},
		"haves without a want": {"0032have " + head + "\n0009done\n", http.StatusOK},
	} {
		response := m.Do(apptest.Request{
			Method: http.MethodPost, Path: "/git/" + m.id + ".git/git-upload-pack", Token: m.token, Body: test.body,
			Header: http.Header{"Content-Type": {"application/x-git-upload-pack-request"}},
		})
		if response.Status != test.status {
			t.Errorf("%s: %d %.200q", name, response.Status, response.Body)
		}
	}
}
