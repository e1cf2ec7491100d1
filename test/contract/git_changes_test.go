package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/sample"
)

// Discarding restores the named files and leaves the others.
func TestDiscardChanges(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		one := m.workspace("one")
		m.describe(one, "ORDERS", "base")
		m.describe(one, "COSTS", "base")
		m.commit(one, "Begin")
		m.describe(one, "ORDERS", "changed")
		m.describe(one, "COSTS", "changed")
		m.describe(one, "MORE", "new")
		discard := func(paths ...string) apptest.Response {
			return m.Post(m.token, one+"/discard", object{"paths": paths})
		}
		wantFault(t, discard("nodes/WORK-ORDERS.yml", "nodes/nothing.yml"), http.StatusBadRequest, "nodes/nothing.yml", "no uncommitted change")
		wantFault(t, discard("nodes/WORK-ORDERS.yml", "data.yml"), http.StatusBadRequest, "data.yml")
		wantFault(t, m.Post(m.token, one+"/discard", object{"paths": []string{}}), http.StatusBadRequest, "paths")
		if now := m.descriptions(one); now["ORDERS"] != "changed" || now["MORE"] != "new" {
			t.Errorf("a rejected request changed the workspace: %v", now)
		}
		var left api.ProjectDiff
		discard("nodes/WORK-ORDERS.yml", "nodes/WORK-MORE.yml").Want(http.StatusOK).JSON(&left)
		if len(left.Changes) != 1 || *left.Changes[0].Node != "WORK.COSTS" {
			t.Errorf("the changes that are left: %+v", left.Changes)
		}
		now := m.descriptions(one)
		if _, has := now["MORE"]; has || now["ORDERS"] != "base" || now["COSTS"] != "changed" {
			t.Errorf("after discarding: %v", now)
		}
		m.Delete(m.token, one+"/nodes/"+m.nodeID(one, "ORDERS")).Want(http.StatusNoContent)
		discard("nodes/WORK-ORDERS.yml").Want(http.StatusOK) // a deleted file comes back
		if m.descriptions(one)["ORDERS"] != "base" {
			t.Error("the deleted node did not come back")
		}
	})
}

// nodeID returns the id of the node with this name.
func (m *gitFixture) nodeID(workspace, name string) string {
	m.t.Helper()
	var list struct{ Data []object }
	m.Get(m.token, workspace+"/nodes").Want(http.StatusOK).JSON(&list)
	for _, node := range list.Data {
		if node["name"] == name {
			return wordOf(node["id"])
		}
	}
	m.t.Fatalf("there is no node %s", name)
	return ""
}

// A branch at the base commit keeps uncommitted changes.
func TestSwitchKeepsChanges(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	one := m.workspace("one")
	m.describe(one, "ORDERS", "base")
	first := m.commit(one, "Begin")
	m.describe(one, "ORDERS", "open")
	m.Post(m.token, m.project+"/branches", object{"name": "dev", "from": first.Oid}).Want(http.StatusCreated)
	wantFault(t, m.Post(m.token, one+"/branch", object{"branch": "dev", "keep": true, "discard": true}), http.StatusBadRequest, "exclude")
	var on api.Workspace
	m.Post(m.token, one+"/branch", object{"branch": "dev", "keep": true}).Want(http.StatusOK).JSON(&on)
	if now := m.descriptions(one); on.Branch != "dev" || now["ORDERS"] != "open" {
		t.Errorf("after the switch: %+v, %v", on, now)
	}
	m.commit(one, "On dev")
	m.describe(one, "ORDERS", "more")
	wantFault(t, m.Post(m.token, one+"/branch", object{"branch": "main", "keep": true}), http.StatusConflict, "base commit")
	if m.descriptions(one)["ORDERS"] != "more" {
		t.Error("a rejected switch changed the workspace")
	}
}

// An uploaded archive becomes the first commit of a branch.
func TestImportArchive(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newGitFixture(t, database)
		m.Transport = nil // the document does not allow all that is sent here
		shop, err := sample.Files(sample.Options{})
		if err != nil {
			t.Fatal(err)
		}
		send := func(query, kind string, body []byte) apptest.Response {
			return m.Do(apptest.Request{
				Method: http.MethodPost, Path: m.project + "/import" + query, Token: m.token, Body: body, Header: http.Header{"Content-Type": {kind}},
			})
		}
		packed := zipped(t, shop)
		var report api.ImportReport
		send("?workspaceName=Uploaded", "application/zip", packed).Want(http.StatusCreated).JSON(&report)
		if report.Branch != "main" || report.Workspace.Name != "Uploaded" || report.Counts["nodes"] != 11 || report.Errors != 0 {
			t.Errorf("the report: %+v", report)
		}
		if changes := m.diff("/api/v1/workspaces/" + report.Workspace.ID + "/diff").Changes; len(changes) != 0 {
			t.Errorf("the workspace differs from its commit: %+v", changes)
		}
		if history := m.history(""); history.Total != 1 || history.Data[0].Oid != report.Commit {
			t.Errorf("the history: %+v", history)
		}
		wantFault(t, send("", "application/zip", packed), http.StatusConflict, "main", "commits already")
		send("?branch=other", "application/gzip", packed).Want(http.StatusCreated)
		wantFault(t, send("?branch=bad%20name", "application/zip", packed), http.StatusBadRequest, "bad name")
		wantFault(t, send("?branch=third", "application/zip", []byte("not an archive")), http.StatusBadRequest)
		wantFault(t, send("", "text/plain", []byte("hello")), http.StatusUnsupportedMediaType, "neither JSON nor an archive")
		if branches := m.history("?branch=other"); branches.Total != 1 {
			t.Errorf("the second branch: %+v", branches)
		}
	})
}

// The linked git account is visible to its user and to administrators only.
func TestLinkedGitAccount(t *testing.T) {
	t.Parallel()
	m := newGitFixture(t, apptest.Database{})
	me := m.Get(m.token, "/api/v1/auth/me").Want(http.StatusOK)
	var shape struct{ User struct{ ID string } }
	me.JSON(&shape)
	path := m.project + "/gitAccounts/" + shape.User.ID
	wantFault(t, m.Get(m.token, path), http.StatusNotFound, "no git account")
	account := m.Post(m.token, gitAccountsPath, gitAccount("work")).Want(http.StatusCreated).Field("id")
	m.Put(m.token, path, object{"gitAccountID": account}).Want(http.StatusNoContent)
	if got := m.Get(m.token, path).Want(http.StatusOK); got.Field("id") != account {
		t.Errorf("the linked account: %s", got.Body)
	}
	m.Delete(m.token, path).Want(http.StatusNoContent)
	wantFault(t, m.Get(m.token, path), http.StatusNotFound)
}
