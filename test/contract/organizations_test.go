package contract_test

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/store"
)

// An operator creates an organization, whose administrator signs in; changes it; and deletes it with its data.
func TestOperatorAdministersOrganizations(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		f := newOperatorFixture(t, database)
		f.wantLimited()
		f.wantChanged()
		f.wantDeleted()
	})
}

// operatorFixture is a platform with an operator, who has created an organization.
type operatorFixture struct {
	*apptest.Platform

	t             *testing.T
	operator, ann string // tokens of the operator and of the administrator of the organization
	id, path      string // of the organization
}

func newOperatorFixture(t *testing.T, database apptest.Database) *operatorFixture {
	t.Helper()
	f := &operatorFixture{Platform: start(t, database, func(s *config.Settings) { s.AppDomain = appDomain }), t: t}
	f.operator = f.AdminToken()
	wantValue(t, "is an operator", boolOf(f.Me(f.operator).IsOperator), true)
	var made api.CreatedOrganization
	f.Post(f.operator, organizationsPath, object{
		"name": "Acme & Co", "subdomain": "acme", "adminEmail": "Ann@Acme.example", "quotas": object{"maxUsers": 2, "maxRuns": 5},
	}).Want(http.StatusCreated).JSON(&made)
	if made.AdminEmail != "ann@acme.example" || text(made.AdminPassword) == "" || made.Organization.Subdomain != "acme" ||
		made.Organization.Use.Users != 1 || made.Organization.Quotas.MaxRuns != 5 {
		t.Fatalf("created: %+v", made)
	}
	f.id, f.path = made.Organization.ID, organizationsPath+"/"+made.Organization.ID
	f.ann = f.Login("ann@acme.example", text(made.AdminPassword))
	return f
}

// wantLimited checks that the administrator of the organization is no operator, and that the quota of users counts.
func (f *operatorFixture) wantLimited() {
	f.t.Helper()
	if me := f.Me(f.ann); me.Organization.Name != "Acme & Co" || me.IsOperator != nil {
		f.t.Errorf("the administrator is %+v", me)
	}
	wantFault(f.t, f.Get(f.ann, f.path), http.StatusNotFound)
	wantFault(f.t, f.Patch(f.ann, f.path, object{"quotas": object{"maxUsers": 0}}), http.StatusNotFound)
	wantFault(f.t, f.Get(f.ann, organizationsPath), http.StatusForbidden, "only operators", "grant-operator")
	f.NewPerson(f.ann, "bo@acme.example", "organizationMember")
	full := f.Post(f.ann, "/api/v1/users", object{"email": "cy@acme.example", "password": "four words of mine"})
	wantFault(f.t, full, http.StatusTooManyRequests, "2 users, which is its quota")
}

// wantChanged changes the organization, and checks that its address follows and that both logs have entries.
func (f *operatorFixture) wantChanged() {
	f.t.Helper()
	for _, body := range []object{{"subdomain": "Acme"}, {"subdomain": "-"}, {"name": ""}, {"quotas": object{"maxRuns": -1}}, {"color": "red"}} {
		wantFault(f.t, f.Patch(f.operator, f.path, body), http.StatusBadRequest)
	}
	taken := f.Me(f.operator).Organization.Subdomain
	wantFault(f.t, f.Patch(f.operator, f.path, object{"subdomain": taken}), http.StatusConflict, taken)
	var changed api.AdministeredOrganization
	f.Patch(f.operator, f.path, object{"name": "Acme", "subdomain": "acme-corp", "quotas": object{"maxUsers": 3}}).Want(http.StatusOK).JSON(&changed)
	if changed.Name != "Acme" || changed.Quotas.MaxUsers != 3 || changed.Quotas.MaxRuns != 5 || changed.Use.Users != 2 {
		f.t.Errorf("changed: %+v", changed)
	}
	for _, action := range []string{"create", "update"} {
		entries := auditEntries(f.Platform, f.ann, "?action=organization."+action)
		if len(entries) != 1 || entries[0].Actor != nil || entries[0].Address != "" || entries[0].RequestID != "" {
			f.t.Errorf("the organization sees of %s: %+v", action, entries)
		}
	}
	me := get("/api/v1/auth/me")
	me.Token, me.Host = f.ann, "acme-corp."+appDomain
	f.Do(me).Want(http.StatusOK)
	me.Host = "acme." + appDomain
	f.Do(me).Want(http.StatusNotFound)
}

// wantDeleted deletes the organization, and checks what is left.
func (f *operatorFixture) wantDeleted() {
	f.t.Helper()
	wantFault(f.t, f.Delete(f.operator, f.path+"?confirm=acme"), http.StatusBadRequest, "not the name")
	wantFault(f.t, f.Delete(f.operator, organizationsPath+"/"+f.Me(f.operator).Organization.ID+"?confirm=x"), http.StatusConflict, "your own")
	f.Delete(f.operator, f.path+"?confirm=Acme&withData=true").Want(http.StatusNoContent)
	wantFault(f.t, f.Get(f.ann, environmentsPath), http.StatusUnauthorized)
	wantFault(f.t, f.Get(f.operator, f.path), http.StatusNotFound)
	for _, action := range []string{"create", "update", "delete"} {
		entries := auditEntries(f.Platform, f.operator, "?action=organization."+action+"&objectID="+f.id)
		if len(entries) == 0 || entries[0].Actor == nil || entries[0].Actor.Email != apptest.AdminEmail {
			f.t.Errorf("the entries of %s: %+v", action, entries)
		}
	}
}

func boolOf(value *bool) bool { return value != nil && *value }

// An administrator who is no longer an operator is refused at once, also in a write that was authorized before.
func TestOperatorIsRevoked(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		me := platform.Me(token)
		platform.Get(token, organizationsPath).Want(http.StatusOK)
		platform.InStore(func(db *store.DB) {
			by := account.Actor{Organization: ids.Organization(me.Organization.ID)}
			if err := db.Operators().Set(t.Context(), by, ids.User(me.User.ID), false); err != nil {
				t.Fatal(err)
			}
		})
		wantFault(t, platform.Get(token, organizationsPath), http.StatusForbidden)
		if platform.Me(token).IsOperator != nil {
			t.Error("still an operator")
		}
		var state api.ServerState
		platform.Get(token, serverStatePath).Want(http.StatusOK).JSON(&state)
		if state.Installation != nil {
			t.Errorf("an administrator sees numbers of all organizations: %+v", state.Installation)
		}
	})
}

// A deletion with data removes the files of embedded DuckDB, which the server has open, and leaves those of others.
func TestDeletionRemovesFiles(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	operator, folder := platform.AdminToken(), filepath.Join(platform.Data, "duckdb")
	deploy := func(token string) string {
		organization := platform.Me(token).Organization.ID
		platform.Deploy(organization, platform.NewEnvironment(token, platform.NewProject(token, "Mill"), "Production"), deployedFiles())
		return organization
	}
	own := deploy(operator)
	var made api.CreatedOrganization
	platform.Post(operator, organizationsPath, object{"name": "Acme", "adminEmail": "ann@acme.example"}).Want(http.StatusCreated).JSON(&made)
	other := deploy(platform.Login("ann@acme.example", text(made.AdminPassword)))
	for _, organization := range []string{own, other} {
		if files, err := os.ReadDir(filepath.Join(folder, organization)); err != nil || len(files) == 0 {
			t.Fatalf("organization %s has the files %v, %v", organization, files, err)
		}
	}
	platform.Delete(operator, organizationsPath+"/"+other+"?confirm=Acme&withData=true").Want(http.StatusNoContent)
	if _, err := os.Stat(filepath.Join(folder, other)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the files are there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, own)); err != nil {
		t.Error(err)
	}
}

// Runs beyond the quota of the organization wait and say so; no run starts above the quota of storage.
func TestQuotasOfRunsAndStorage(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := newDeployedFixture(t, database)
		own := organizationsPath + "/" + m.Me(m.token).Organization.ID
		m.Patch(m.token, own, object{"quotas": object{"maxRuns": 1}}).Want(http.StatusOK)
		running := m.startSlow()
		m.awaitSlowNode(running)
		waiting := m.startRun(object{"includeNodesSelector": "{ SIEVE }"}, nil) // nothing of it is in the first one
		var found api.RunInfo
		m.Get(m.token, runsPath+"/"+waiting).Want(http.StatusOK).JSON(&found)
		if found.WaitingFor == nil || !strings.Contains(found.WaitingFor.Reason, "1 runs in progress, which is its quota") {
			t.Errorf("the second run waits for %+v", found.WaitingFor)
		}
		var state api.ServerState
		m.Get(m.token, serverStatePath).Want(http.StatusOK).JSON(&state)
		if len(state.Queue) != 1 || state.Queue[0].EnvironmentID != m.environment || state.Queue[0].Waiting != 1 || state.Queue[0].Running != 1 {
			t.Errorf("the queue is %+v", state.Queue)
		}
		if all := state.Installation; all == nil || all.Organizations != 1 || all.RunsRunning != 1 || all.DatabaseBytes == 0 {
			t.Errorf("the installation is %+v", all)
		}
		for _, run := range []string{waiting, running} {
			m.Post(m.token, "/scheduler/cancelRun", object{"runID": run}).Want(http.StatusNoContent)
			m.await(run, "canceled")
		}
		var changed api.AdministeredOrganization
		m.Patch(m.token, own, object{"quotas": object{"maxStorageBytes": 1}}).Want(http.StatusOK).JSON(&changed)
		if changed.Use.StorageBytes < 1000 || changed.Use.MeasuredAt.IsNull() {
			t.Errorf("what is stored was not measured: %+v", changed.Use)
		}
		refused := m.Post(m.token, "/scheduler/startRun", object{"runDetails": object{"environmentID": m.environment}})
		wantFault(t, refused, http.StatusInsufficientStorage, "more than its quota of 1 bytes")
		m.Patch(m.token, own, object{"quotas": object{"maxStorageBytes": 0}}).Want(http.StatusOK)
		m.await(counter(t, m.Post(m.token, "/scheduler/startRun", object{"runDetails": object{"environmentID": m.environment}})), "completed")
	})
}

// Concurrent requests do not create more users than the quota allows.
func TestQuotaOfUsersUnderLoad(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		own := organizationsPath + "/" + platform.Me(token).Organization.ID
		platform.Patch(token, own, object{"quotas": object{"maxUsers": 4}}).Want(http.StatusOK)
		const requests = 12
		statuses := make([]int, requests)
		var sending sync.WaitGroup
		for i := range requests {
			sending.Go(func() {
				response, err := platform.Try(apptest.Request{
					Method: http.MethodPost, Path: "/api/v1/users", Token: token,
					Body: object{"email": "user" + string(rune('a'+i)) + "@example.com", "password": "four words of mine"},
				})
				if err == nil {
					statuses[i] = response.Status
				}
			})
		}
		sending.Wait()
		created := 0
		for _, status := range statuses {
			switch status {
			case http.StatusCreated:
				created++
			case http.StatusTooManyRequests:
			default:
				t.Errorf("status %d", status)
			}
		}
		wantValue(t, "new users", created, 3)
	})
}

// Administrators see the tokens and sessions of all users and end them.
func TestCredentialsOfTheOrganization(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		ada := platform.NewPerson(admin, "ada@example.com", "organizationMember")
		cookie := startBrowser(t, platform, ada.Email, ada.Password)
		_, outsider := platform.NewOrganization("Rival", "boss@rival.example")
		var tokens api.OwnedTokenList
		platform.Get(admin, "/api/v1/tokens?orderBy=lastUsedAt&orderByDirection=desc").Want(http.StatusOK).JSON(&tokens)
		var sessions api.OwnedSessionList
		platform.Get(admin, "/api/v1/sessions").Want(http.StatusOK).JSON(&sessions)
		ended := 0
		for _, session := range sessions.Data {
			if session.User.ID == ada.ID {
				wantFault(t, platform.Delete(outsider.Token, "/api/v1/users/"+ada.ID+"/sessions/"+session.ID), http.StatusNotFound)
				platform.Delete(admin, "/api/v1/users/"+ada.ID+"/sessions/"+session.ID).Want(http.StatusNoContent)
				ended++
			}
			wantValue(t, "address of a session", session.Address, "127.0.0.1")
		}
		if ended == 0 {
			t.Fatalf("Ada's session is not listed: %+v", sessions.Data)
		}
		platform.Do(withCookie(get(environmentsPath), cookie)).Want(http.StatusUnauthorized)
		revoked := 0
		for _, token := range tokens.Data {
			if token.User.Email == ada.Email {
				platform.Delete(admin, "/api/v1/users/"+ada.ID+"/tokens/"+token.ID).Want(http.StatusNoContent)
				revoked++
			}
		}
		if revoked == 0 {
			t.Fatalf("Ada's token is not listed: %+v", tokens.Data)
		}
		wantFault(t, platform.Get(ada.Token, environmentsPath), http.StatusUnauthorized)
		for _, path := range []string{"/api/v1/tokens", "/api/v1/sessions"} {
			wantFault(t, platform.Get(platform.NewPerson(admin, "bo"+url.PathEscape(path[8:9])+"@example.com", "organizationContributor").Token, path),
				http.StatusForbidden)
		}
	})
}
