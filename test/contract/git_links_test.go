package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

func TestGitAccountsAreLinkedToProjects(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		ada, bob := platform.NewPerson(admin, "ada@example.com", "contributor"), platform.NewPerson(admin, "bob@example.com", "contributor")
		dataFolderID := platform.NewProject(ada.Token, "Orders")
		mine := platform.Post(ada.Token, gitAccountsPath, gitAccount("mine")).Want(http.StatusCreated).Field("id")
		other := platform.Post(bob.Token, gitAccountsPath, gitAccount("other")).Want(http.StatusCreated).Field("id")
		path := projectsPath + "/" + dataFolderID + "/gitAccounts/"

		platform.Put(ada.Token, path+ada.ID, object{"gitAccountID": mine}).Want(http.StatusNoContent)
		platform.Put(ada.Token, path+ada.ID, object{"gitAccountID": mine}).Want(http.StatusNoContent)
		wantFault(t, platform.Put(ada.Token, path+ada.ID, object{"gitAccountID": other}), http.StatusBadRequest, other)
		wantFault(t, platform.Put(ada.Token, path+bob.ID, object{"gitAccountID": other}), http.StatusForbidden)
		wantFault(t, platform.Put(bob.Token, path+bob.ID, object{"gitAccountID": other}), http.StatusNotFound, dataFolderID)
		platform.Put(admin, path+bob.ID, object{"gitAccountID": other}).Want(http.StatusNoContent)
		wantFault(t, platform.Put(admin, path+bob.ID, object{"gitAccountID": mine}), http.StatusBadRequest, mine)
		wantFault(t, platform.Put(admin, path+"nobody", object{"gitAccountID": mine}), http.StatusBadRequest)

		platform.Delete(ada.Token, path+bob.ID).Want(http.StatusNoContent)
		platform.Delete(ada.Token, path+ada.ID).Want(http.StatusNoContent)
		wantFault(t, platform.Delete(ada.Token, path+ada.ID), http.StatusNotFound)
	})
}

// A project uses the account of the user who selected it, until the account is deleted.
func TestGitAccountOfProject(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		ada, bob := platform.NewPerson(admin, "ada@example.com", "contributor"), platform.NewPerson(admin, "bob@example.com", "contributor")
		mine := platform.Post(ada.Token, gitAccountsPath, gitAccount("mine")).Want(http.StatusCreated).Field("id")
		other := platform.Post(bob.Token, gitAccountsPath, gitAccount("other")).Want(http.StatusCreated).Field("id")
		body := object{"name": "Orders", "platformKind": "duckdb", "gitRepo": "https://git.example/x.git", "gitBranch": "trunk"}
		body["gitAccountID"] = other
		wantFault(t, platform.Post(ada.Token, projectsPath, body), http.StatusBadRequest, other)
		body["gitAccountID"] = mine
		path := projectsPath + "/" + platform.Post(ada.Token, projectsPath, body).Want(http.StatusCreated).Field("id")
		if account := platform.Get(ada.Token, path).Field("gitAccountID"); account != mine {
			t.Errorf("the project's account is %s", account)
		}

		platform.Patch(ada.Token, path, object{"gitRepo": "https://git.example/y.git"}).Want(http.StatusOK)
		wantFault(t, platform.Patch(ada.Token, path, object{"gitRepo": "https://collector.example/y.git"}), http.StatusBadRequest, "git account")
		wantFault(t, platform.Patch(admin, path, object{"gitRepo": "https://u:p@git.example/y.git"}), http.StatusBadRequest, "credentials")
		wantFault(t, platform.Patch(ada.Token, path, object{"gitBranch": "a..b"}), http.StatusBadRequest, "branch")
		platform.Patch(ada.Token, path, object{"gitRepo": "https://other.example/y.git", "gitAccountID": mine}).Want(http.StatusOK)
		wantFault(t, platform.Patch(ada.Token, path, object{"gitAccountID": other}), http.StatusBadRequest, other)

		platform.Delete(ada.Token, gitAccountsPath+"/"+mine).Want(http.StatusNoContent)
		var after map[string]any
		platform.Get(ada.Token, path).Want(http.StatusOK).JSON(&after)
		if after["gitAccountID"] != nil {
			t.Errorf("the project still has account %v", after["gitAccountID"])
		}
	})
}
