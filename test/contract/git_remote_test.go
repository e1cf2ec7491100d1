package contract_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

// remote sets a remote repository in a folder for the project.
func (m *gitFixture) remote() {
	m.t.Helper()
	m.git(".", "init", "--quiet", "--bare", "--initial-branch=main", "remote.git")
	m.Patch(m.token, m.project, object{"gitRepo": filepath.Join(m.folder, "remote.git")}).Want(http.StatusOK)
}

func TestPushAndPullWithRemote(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		one := m.workspace("one")
		wantFault(t, m.Post(m.token, m.project+"/push", object{}), http.StatusBadRequest, "no remote")
		m.remote()
		wantFault(t, m.Post(m.token, m.project+"/push", object{}), http.StatusNotFound, "main")
		wantFault(t, m.Post(m.token, one+"/pull", object{}), http.StatusBadRequest)
		m.describe(one, "ORDERS", "first")
		m.describe(one, "COSTS", "first")
		first := m.commit(one, "Begin")
		var pushed api.PushAnswer
		m.Post(m.token, m.project+"/push", object{"branch": "main"}).Want(http.StatusOK).JSON(&pushed)
		if !pushed.IsNew || pushed.Commit != first.Oid || pushed.Branch != "main" {
			t.Errorf("the push: %+v", pushed)
		}
		if again := m.Post(m.token, m.project+"/push", object{}).Want(http.StatusOK); !strings.Contains(string(again.Body), `"isNew":false`) {
			t.Errorf("the same again: %s", again.Body)
		}
		m.git("remote.git", "fsck", "--strict")
		m.git(".", "clone", "--quiet", "remote.git", "clone")
		m.change("clone", "nodes/WORK-ORDERS.yml", "description: first", "description: by git")
		m.git("clone", "push", "--quiet")
		if pulled := m.pull(one, nil); !pulled.IsApplied || len(pulled.Changes) != 1 || m.descriptions(one)["ORDERS"] != "by git" {
			t.Errorf("the pull: %+v", pulled)
		}
		// Both sides commit.
		m.describe(one, "COSTS", "here")
		m.commit(one, "Here")
		m.change("clone", "nodes/WORK-ORDERS.yml", "description: by git", "description: there")
		m.git("clone", "push", "--quiet")
		wantFault(t, m.Post(m.token, m.project+"/push", object{}), http.StatusConflict, "Pull first")
		m.describe(one, "MORE", "open")
		if both := m.pull(one, nil); !both.IsApplied {
			t.Errorf("the merge: %+v", both)
		}
		if now := m.descriptions(one); now["COSTS"] != "here" || now["ORDERS"] != "there" || now["MORE"] != "open" {
			t.Errorf("after the merge: %v", now)
		}
		if merge := m.history("?limit=1").Data[0]; len(merge.Parents) != 2 {
			t.Errorf("the newest commit: %+v", merge)
		}
		m.Post(m.token, m.project+"/push", object{}).Want(http.StatusOK)
		m.git("clone", "pull", "--quiet")
		m.git("clone", "fsck", "--strict")
	})
}

// A conflict between the local and the remote branch is reported before anything changes.
func TestConflictWithRemote(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	m.remote()
	one := m.workspace("one")
	m.describe(one, "ORDERS", "first")
	m.commit(one, "Begin")
	m.Post(m.token, m.project+"/push", object{}).Want(http.StatusOK)
	m.git(".", "clone", "--quiet", "remote.git", "clone")
	m.change("clone", "nodes/WORK-ORDERS.yml", "description: first", "description: there")
	m.git("clone", "push", "--quiet")
	m.describe(one, "ORDERS", "here")
	here := m.commit(one, "Here")
	pulled := m.pull(one, nil)
	if pulled.IsApplied || len(pulled.Conflicts) != 1 || *pulled.Conflicts[0].Node != "WORK.ORDERS" || pulled.Commit != here.Oid {
		t.Fatalf("the pull: %+v", pulled)
	}
	if head := m.history("?limit=1").Data[0].Oid; head != here.Oid {
		t.Errorf("the branch moved to %s", head)
	}
	if resolved := m.pull(one, object{pulled.Conflicts[0].Path: "theirs"}); !resolved.IsApplied || m.descriptions(one)["ORDERS"] != "there" {
		t.Errorf("resolved: %+v", resolved)
	}
	m.Post(m.token, m.project+"/push", object{}).Want(http.StatusOK)
}

func TestInvalidRemotesAreRejected(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	m.NewOrganization("Rival", "boss@rival.example") // with several organizations, private addresses must be listed
	elsewhere := t.TempDir()
	for address, test := range map[string]struct {
		status int
		text   string
	}{
		elsewhere:                              {http.StatusForbidden, "git_folders"},
		"file://" + elsewhere:                  {http.StatusForbidden, "git_folders"},
		m.folder + "/../" + "x":                {http.StatusForbidden, "git_folders"},
		filepath.Join(m.folder, "nothing"):     {http.StatusForbidden, "git_folders"},
		m.folder:                               {http.StatusBadRequest, "git repository"},
		"https://u:secret@git.example/x":       {http.StatusBadRequest, "credentials"},
		"https://secret@git.example/x":         {http.StatusBadRequest, "credentials"},
		"http://git.example/x":                 {http.StatusBadRequest, "unencrypted"},
		"ftp://git.example/x":                  {http.StatusBadRequest, "scheme"},
		"ext::sh -c touch% /tmp/x":             {http.StatusBadRequest, "space"},
		"--upload-pack=/bin/sh":                {http.StatusBadRequest, "neither"},
		"ssh://-oProxyCommand=x/y":             {http.StatusBadRequest, "no host"},
		"relative/path":                        {http.StatusBadRequest, "neither"},
		"https://169.254.169.254/x":            {http.StatusBadRequest, "no git host"},
		"git@169.254.169.254:x":                {http.StatusBadRequest, "no git host"},
		"https:" + m.URL[len("http:"):] + "/x": {http.StatusForbidden, "outgoing_networks"}, // a server listens there
		"https://127.0.0.1:1/nothing.git":      {http.StatusForbidden, "outgoing_networks"},
		"https://localhost:1/nothing.git":      {http.StatusForbidden, "outgoing_networks"},
		"ssh://git@127.0.0.1:1/nothing.git":    {http.StatusForbidden, "outgoing_networks"},
	} {
		response := m.Post(m.token, m.project+"/import", object{"url": address})
		if response.Status != test.status || !strings.Contains(string(response.Body), test.text) || strings.Contains(string(response.Body), "secret") {
			t.Errorf("%s: %d %s", address, response.Status, response.Body)
		}
	}
}

// If the configuration allows it, hosts in private networks are used like others; link-local ones never are.
func TestRemotesInPrivateNetworks(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, func(s *config.Settings) { s.GitPrivateAddresses = true })
	platform.NewOrganization("Rival", "boss@rival.example")
	token := platform.AdminToken()
	path := projectsPath + "/" + platform.NewProject(token, "Orders")
	for _, address := range []string{"https://127.0.0.1:1/nothing.git", "ssh://git@127.0.0.1:1/nothing.git"} {
		platform.Patch(token, path, object{"gitRepo": address}).Want(http.StatusOK)
		wantFault(t, platform.Post(token, path+"/import", object{}), http.StatusServiceUnavailable, "cannot be reached")
	}
	wantFault(t, platform.Patch(token, path, object{"gitRepo": "https://169.254.169.254/x"}), http.StatusBadRequest, "no git host")
}
