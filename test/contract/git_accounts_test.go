package contract_test

import (
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
)

const gitAccountsPath = "/api/v1/gitAccounts"

// gitToken must occur only at a git host.
const gitToken = "ghp-geheim-5c1e"

func gitAccount(name string) object {
	return object{
		"gitAccountName": name, "gitUsername": "ada", "gitAuthorName": "Ada L.", "gitAuthorEmail": "ada@lovelace.example", "gitToken": gitToken,
	}
}

func TestGitAccounts(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		ada := platform.NewPerson(platform.AdminToken(), "ada@example.com", "member")
		made := platform.Post(ada.Token, gitAccountsPath, gitAccount("Häuser")).Want(http.StatusCreated)
		id := made.Field("id")
		want := map[string]any{
			"id": id, "gitAccountName": "Häuser", "gitUsername": "ada", "gitAuthorName": "Ada L.", "gitAuthorEmail": "ada@lovelace.example",
			"accountOwner": ada.ID,
		}
		got := platform.Get(ada.Token, gitAccountsPath+"/"+id).Want(http.StatusOK)
		for what, response := range map[string]apptest.Response{"create": made, "get": got} {
			var shown map[string]any
			response.JSON(&shown)
			if diff := cmp.Diff(want, shown); diff != "" {
				t.Errorf("%s: %s", what, diff)
			}
		}
		changed := platform.Patch(ada.Token, gitAccountsPath+"/"+id, object{"gitAuthorName": "A. L.", "provider": "github", "gitToken": "other"})
		var after api.GitAccount
		changed.Want(http.StatusOK).JSON(&after)
		if after.GitAuthorName != "A. L." || after.Provider == nil || *after.Provider != "github" || after.GitAccountName != "Häuser" {
			t.Errorf("after the change: %+v", after)
		}
		platform.Post(ada.Token, gitAccountsPath, gitAccount("Apfel")).Want(http.StatusCreated)
		var list api.GitAccountList
		platform.Get(ada.Token, gitAccountsPath+"?orderBy=gitAccountName&limit=1").Want(http.StatusOK).JSON(&list)
		if len(list.Data) != 1 || list.Data[0].GitAccountName != "Apfel" || list.Total != 2 || list.Next.IsNull() {
			t.Errorf("the list: %+v", list)
		}
		platform.Delete(ada.Token, gitAccountsPath+"/"+id).Want(http.StatusNoContent)
		wantFault(t, platform.Get(ada.Token, gitAccountsPath+"/"+id), http.StatusNotFound, "git account "+id)
		for _, response := range []apptest.Response{made, got, changed} {
			if strings.Contains(string(response.Body), gitToken) {
				t.Errorf("an answer holds the token: %s", response.Body)
			}
		}
	})
}

// Accounts of other users are hidden, except from administrators who name the owner.
func TestGitAccountsOfOtherUsers(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		ada, bob := platform.NewPerson(admin, "ada@example.com", "member"), platform.NewPerson(admin, "bob@example.com", "contributor")
		own := platform.Post(ada.Token, gitAccountsPath, gitAccount("own")).Want(http.StatusCreated).Field("id")
		path := gitAccountsPath + "/" + own
		wantFault(t, platform.Get(bob.Token, path), http.StatusNotFound)
		wantFault(t, platform.Patch(bob.Token, path, object{"gitAuthorName": "B"}), http.StatusNotFound)
		wantFault(t, platform.Delete(bob.Token, path), http.StatusNotFound)
		wantFault(t, platform.Get(bob.Token, gitAccountsPath+"?accountOwner="+ada.ID), http.StatusForbidden)
		wantFault(t, platform.Post(bob.Token, gitAccountsPath+"?accountOwner="+ada.ID, gitAccount("x")), http.StatusForbidden)
		wantFault(t, platform.Get(admin, path+"?accountOwner="+bob.ID), http.StatusNotFound)
		platform.Get(admin, path+"?accountOwner="+ada.ID).Want(http.StatusOK)

		given := platform.Post(admin, gitAccountsPath+"?accountOwner="+bob.ID, gitAccount("given")).Want(http.StatusCreated).Field("id")
		platform.Get(bob.Token, gitAccountsPath+"/"+given).Want(http.StatusOK)
		wantFault(t, platform.Post(admin, gitAccountsPath+"?accountOwner=nobody", gitAccount("x")), http.StatusNotFound, "user nobody")
		var list api.GitAccountList
		platform.Get(admin, gitAccountsPath+"?accountOwner="+ada.ID).Want(http.StatusOK).JSON(&list)
		if len(list.Data) != 1 || list.Data[0].ID != own {
			t.Errorf("the accounts of Ada: %+v", list.Data)
		}
	})
}

func TestInvalidGitAccountsAreRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	for name, change := range map[string]object{
		"no name":      {"gitAccountName": " "},
		"no username":  {"gitUsername": ""},
		"no token":     {"gitToken": " "},
		"a long token": {"gitToken": strings.Repeat("x", 20_000)},
		"a bracket":    {"gitAuthorName": "Ada <ada"},
		"a line":       {"gitAuthorEmail": "a\nb"},
		"a long word":  {"provider": strings.Repeat("x", 300)},
	} {
		body := gitAccount("x")
		maps.Copy(body, change)
		response := platform.Post(token, gitAccountsPath, body)
		if response.Status != http.StatusBadRequest || strings.Contains(string(response.Body), gitToken) {
			t.Errorf("%s: %d %s", name, response.Status, response.Body)
		}
	}
}

// The token is in no file of the server, in no log line and in no response.
func TestGitTokenIsNotRevealed(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, func(s *config.Settings) { s.GitPrivateAddresses = true })
	token := platform.AdminToken()
	dataFolderID := platform.NewProject(token, "Orders")
	account := platform.Post(token, gitAccountsPath, gitAccount("x")).Want(http.StatusCreated).Field("id")
	platform.Patch(token, projectsPath+"/"+dataFolderID, object{"gitRepo": "https://127.0.0.1:1/x.git", "gitAccountID": account}).Want(http.StatusOK)
	response := platform.Post(token, projectsPath+"/"+dataFolderID+"/import", object{})
	wantFault(t, response, http.StatusServiceUnavailable, "cannot be reached")
	if strings.Contains(string(response.Body), gitToken) {
		t.Errorf("the fault holds the token: %s", response.Body)
	}
	err := filepath.WalkDir(platform.Data, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if strings.Contains(string(content), gitToken) {
			t.Errorf("%s holds the token", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
