package contract_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/store"
)

const loginPath = "/api/v1/auth/login"

func TestLogin(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		var welcome api.LoginAnswer
		platform.Post("", loginPath, object{"email": " ADMIN@Example.com ", "password": apptest.AdminPassword}).Want(http.StatusOK).JSON(&welcome)
		me := platform.Me(welcome.AccessToken)
		if welcome.User != me.User || welcome.Organization != me.Organization || me.User.Email != apptest.AdminEmail || me.Organization.Subdomain != "default" {
			t.Errorf("login says %+v %+v\nme says    %+v %+v", welcome.User, welcome.Organization, me.User, me.Organization)
		}
		for _, body := range []object{
			{"email": apptest.AdminEmail, "password": "a guess"},
			{"email": "stranger@example.com", "password": "a guess"},
			{"email": apptest.AdminEmail, "password": ""},
			{"email": apptest.AdminEmail, "password": apptest.AdminPassword + " "},
		} {
			// An unknown address gets the same text, so that it does not reveal which addresses exist.
			wantFault(t, platform.Post("", loginPath, body), http.StatusUnauthorized, "e-mail address or password is wrong")
		}
		for _, body := range []string{
			`{"password":"x"}`, `{"email":"a@b.c"}`, `{"email":"no address","password":"x"}`, `{"email":"a@b.c","password":null}`,
			`{"email":"a@b.c","password":"x","remember":true}`,
		} {
			wantFault(t, platform.Post("", loginPath, body), http.StatusBadRequest)
		}
	})
}

// After five wrong passwords the account is locked, for known and unknown addresses. The first lock is one second,
// which a busy machine may miss; each further guess extends it.
func TestWrongPasswordsLockAccount(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		for _, email := range []string{apptest.AdminEmail, "stranger@example.com"} {
			guess := object{"email": email, "password": "a guess"}
			for i := range 5 {
				wantFault(t, d[i%len(d)].Post("", loginPath, guess), http.StatusUnauthorized)
			}
			locked := d.last().Post("", loginPath, guess)
			for tries := 1; locked.Status == http.StatusUnauthorized && tries < 10; tries++ {
				locked = d[tries%len(d)].Post("", loginPath, guess)
			}
			wantFault(t, locked, http.StatusTooManyRequests, "too many wrong passwords")
		}
	})
}

// The lock grows with the number of guesses, applies on every server and to the right password, and does not affect
// open sessions and tokens.
func TestLockedAccount(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		token, cookie := signIn(t, d.first(), apptest.AdminEmail, apptest.AdminPassword)
		admin := account.User{ID: ids.User(d.first().Me(token).User.ID)}
		right := object{"email": apptest.AdminEmail, "password": apptest.AdminPassword}
		for _, lock := range []struct{ guesses, seconds int }{{12, 60}, {30, 800}} {
			d.first().InStore(func(db *store.DB) {
				for range lock.guesses {
					if err := db.SignIns().Fail(t.Context(), admin.LoginKey(), d.first().Network("127.0.0.1"), time.Now(), account.Refusal{}); err != nil {
						t.Fatal(err)
					}
				}
			})
			for _, server := range d {
				locked := server.Post("", loginPath, right)
				wantFault(t, locked, http.StatusTooManyRequests, "too many wrong passwords")
				if wait, _ := strconv.Atoi(locked.Header.Get("Retry-After")); wait < lock.seconds || wait > 900 {
					t.Errorf("after %d more guesses the lock is for %d seconds", lock.guesses, wait)
				}
			}
		}
		d.wantAll(t, "while locked", credentials{[]string{token}, []string{cookie}}, http.StatusOK)
	})
}

func TestInvalidPasswordsAreRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	for current, want := range map[string]string{apptest.AdminPassword: "characters", "a guess": "current password is wrong"} {
		next := "short"
		if current != apptest.AdminPassword {
			next = "a long password"
		}
		wantFault(t, platform.Post(token, "/api/v1/auth/password", object{"currentPassword": current, "newPassword": next}), http.StatusBadRequest, want)
	}
	platform.Get(token, environmentsPath).Want(http.StatusOK)
	platform.AdminToken()
}

func TestUsers(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		create := func(email string) apptest.Response {
			return platform.Post(token, "/api/v1/users", object{"email": email, "password": "a long password", "firstName": "Ada", "organizationRole": "CONTRIBUTOR"})
		}
		var ada api.User
		create("Ada@Example.com").Want(http.StatusCreated).JSON(&ada)
		if ada.Email != "ada@example.com" || ada.FirstName != "Ada" || ada.LastName != "" || ada.Status != "active" || ada.OrganizationRole != "organizationContributor" {
			t.Errorf("%+v", ada)
		}
		wantFault(t, create("ADA@example.com"), http.StatusConflict, "already exists")
		wantFault(t, create("ada"), http.StatusBadRequest)
		path := "/api/v1/users/" + ada.ID
		wantFault(t, platform.Patch(token, path, object{"email": apptest.AdminEmail}), http.StatusConflict, "already exists")
		wantFault(t, platform.Patch(token, path, object{"status": "deleted"}), http.StatusBadRequest, "deleted")
		wantFault(t, platform.Patch(token, path, object{"password": "a long password"}), http.StatusBadRequest, "unknown field")
		platform.Delete(token, path).Want(http.StatusNoContent)
		for _, response := range []apptest.Response{
			platform.Get(token, path), platform.Delete(token, path), platform.Patch(token, path, object{"firstName": "x"}), platform.Get(token, path+"/tokens"),
			platform.Get(token, "/api/v2/userRoles/"+ada.ID),
		} {
			wantFault(t, response, http.StatusNotFound, "user "+ada.ID+" was not found")
		}
		create("ada@example.com").Want(http.StatusCreated) // the address is free again
	})
}
