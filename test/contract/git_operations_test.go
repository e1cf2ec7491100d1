package contract_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/apptest"
)

func gitAccountOperations() map[string]operationCase {
	const path = gitAccountsPath
	link := func(n names) string { return projectsPath + "/" + n.project + "/gitAccounts/" + n.user }
	return map[string]operationCase{
		"listGitAccounts": listed(path),
		"createGitAccount": {
			good: fixed(post(path, gitAccount("work"))), status: created,
			bad: fixed(post(path, object{"color": "red"})), refuse: http.StatusBadRequest,
		},
		"getGitAccount":    about(ok, func(n names) apptest.Request { return get(path + "/" + n.gitAccount) }).with(ownGitAccount),
		"updateGitAccount": about(ok, func(n names) apptest.Request { return patch(path+"/"+n.gitAccount, object{"gitUsername": "b"}) }).with(ownGitAccount),
		"deleteGitAccount": about(gone, func(n names) apptest.Request { return del(path + "/" + n.gitAccount) }).with(ownGitAccount),
		"linkGitAccount": about(gone, func(n names) apptest.Request { return put(link(n), object{"gitAccountID": n.gitAccount}) }).
			with(accountOfUser),
		"getLinkedGitAccount": about(ok, func(n names) apptest.Request { return get(link(n)) }).with(linkOfUser),
		"unlinkGitAccount":    about(gone, func(n names) apptest.Request { return del(link(n)) }).with(linkOfUser),
	}
}

func gitOperations() map[string]operationCase {
	project := func(n names) string { return projectsPath + "/" + n.project }
	space := func(n names) string { return "/api/v1/workspaces/" + n.workspace }
	return map[string]operationCase{
		"listBranches": about(ok, func(n names) apptest.Request { return get(project(n) + "/branches") }),
		"createBranch": about(created, func(n names) apptest.Request { return post(project(n)+"/branches", object{"name": n.fresh}) }).with(committed),
		"listCommits":  about(ok, func(n names) apptest.Request { return get(project(n) + "/commits?limit=2") }).with(committed),
		"diffCommits":  about(ok, func(n names) apptest.Request { return get(project(n) + "/diff?from=main&to=main") }).with(committed),
		"exportProject": about(ok, func(n names) apptest.Request {
			return get(project(n) + "/archive?ref=main")
		}).with(committed),
		"pushProject":     about(ok, func(n names) apptest.Request { return post(project(n)+"/push", object{}) }).with(withRemote),
		"importProject":   about(created, func(n names) apptest.Request { return post(project(n)+"/import", object{"url": n.repository}) }).with(toImport),
		"commitWorkspace": about(created, func(n names) apptest.Request { return post(space(n)+"/commit", object{"message": "m"}) }).with(toCommit),
		"diffWorkspace":   about(ok, func(n names) apptest.Request { return get(space(n) + "/diff") }),
		"pullWorkspace":   about(ok, func(n names) apptest.Request { return post(space(n)+"/pull", object{}) }).with(committed),
		"discardChanges": about(ok, func(n names) apptest.Request {
			return post(space(n)+"/discard", object{"paths": []string{"macros/macro-1.yml"}})
		}).with(toCommit),
		"switchBranch": about(ok, func(n names) apptest.Request {
			return post(space(n)+"/branch", object{"branch": "main", "discard": true})
		}).with(committed),
	}
}

// absentGit returns git names that do not exist.
func absentGit(n names) names {
	n.gitAccount, n.repository = uuid.NewString(), "/nowhere/at/all"
	return n
}

// gitFolder returns the folder that may contain repositories.
func gitFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "mill") //nolint:usetesting // its own folder has the database's name in it, which no error may show
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

func ownGitAccount(w *apiFixture, n *names, who apptest.Person) {
	n.gitAccount = w.Post(who.Token, gitAccountsPath, gitAccount(w.freshText())).Want(http.StatusCreated).Field("id")
}

// accountOfUser creates an account of another user than the caller.
func accountOfUser(w *apiFixture, n *names, _ apptest.Person) {
	n.user = w.newUser()
	n.gitAccount = w.Post(w.admin.Token, gitAccountsPath+"?accountOwner="+n.user, gitAccount(w.freshText())).Want(http.StatusCreated).Field("id")
}

func linkOfUser(w *apiFixture, n *names, who apptest.Person) {
	accountOfUser(w, n, who)
	w.Put(w.admin.Token, projectsPath+"/"+n.project+"/gitAccounts/"+n.user, object{"gitAccountID": n.gitAccount}).Want(http.StatusNoContent)
}

// toCommit creates a workspace with a change to commit.
func toCommit(w *apiFixture, n *names, _ apptest.Person) {
	n.workspace = w.Post(w.admin.Token, "/api/v1/workspaces", object{"project": n.project, "name": w.freshText()}).
		Want(http.StatusCreated).Field("id")
	w.Put(w.admin.Token, "/api/v1/workspaces/"+n.workspace+"/macros", object{"macroString": "{# " + w.freshText() + " #}"}).Want(http.StatusOK)
}

// committed creates a workspace on a branch with commits.
func committed(w *apiFixture, n *names, who apptest.Person) {
	toCommit(w, n, who)
	w.Post(w.admin.Token, "/api/v1/workspaces/"+n.workspace+"/commit", object{"message": "m"}).Want(http.StatusCreated)
}

// withRemote creates a project with an empty remote repository.
func withRemote(w *apiFixture, n *names, who apptest.Person) {
	freshProject(w, n, who)
	n.repository = filepath.Join(w.gitFolder, w.freshText())
	if err := os.MkdirAll(n.repository, 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(n.repository, "HEAD"), []byte("ref: refs/heads/main\n"), 0o600); err != nil {
		w.t.Fatal(err)
	}
	w.Patch(w.admin.Token, projectsPath+"/"+n.project, object{"gitRepo": n.repository}).Want(http.StatusOK)
	committed(w, n, who)
}

// toImport creates a repository with a commit, and a project without.
func toImport(w *apiFixture, n *names, who apptest.Person) {
	withRemote(w, n, who)
	w.Post(w.admin.Token, projectsPath+"/"+n.project+"/push", object{}).Want(http.StatusOK)
	freshProject(w, n, who)
}
