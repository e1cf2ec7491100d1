package contract_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/store"
)

const sessionsPath = "/api/v1/auth/sessions"

// startBrowser signs a browser in and returns its cookie.
func startBrowser(t *testing.T, platform *apptest.Platform, email, password string) string {
	t.Helper()
	request := post(sessionPath, object{"email": email, "password": password})
	request.Header = http.Header{"User-Agent": {"Firefox\t of " + email}}
	return sessionCookie(t, platform.Do(request).Want(http.StatusCreated)).Value
}

func sessionsOf(platform *apptest.Platform, cookie string) []api.SessionInfo {
	var list api.SessionList
	platform.Do(withCookie(get(sessionsPath), cookie)).Want(http.StatusOK).JSON(&list)
	return list.Data
}

// Users see where they are signed in, and end one session or all others.
func TestSessionsAreListedAndEnded(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		var cookies []string
		for range 4 {
			cookies = append(cookies, startBrowser(t, platform, apptest.AdminEmail, apptest.AdminPassword))
		}
		listed := sessionsOf(platform, cookies[0])
		if len(listed) != len(cookies) {
			t.Fatalf("%d sessions are listed: %v", len(listed), listed)
		}
		current := 0
		for _, session := range listed {
			if session.IsCurrent {
				current++
			}
			if session.Address != "127.0.0.1" || session.UserAgent != "Firefox of "+apptest.AdminEmail {
				t.Errorf("the session is of %q at %q", session.UserAgent, session.Address)
			}
		}
		if current != 1 {
			t.Errorf("%d sessions are the current one", current)
		}
		own := platform.Do(withCookie(get("/api/v1/auth/me"), cookies[1])).Want(http.StatusOK)
		var me api.Me
		if own.JSON(&me); me.Session == nil || me.Session.MustChangePassword {
			t.Fatalf("me is %s", own.Body)
		}
		platform.Do(withCookie(del(sessionsPath+"/"+me.Session.ID), cookies[0])).Want(http.StatusNoContent)
		platform.Do(withCookie(get(environmentsPath), cookies[1])).Want(http.StatusUnauthorized)
		wantFault(t, platform.Do(withCookie(del(sessionsPath+"/"+me.Session.ID), cookies[0])), http.StatusNotFound, "session")

		var ended api.EndedSessions
		platform.Do(withCookie(del(sessionsPath), cookies[0])).Want(http.StatusOK).JSON(&ended)
		if ended.Ended != 2 {
			t.Errorf("%d sessions ended", ended.Ended)
		}
		platform.Do(withCookie(get(environmentsPath), cookies[0])).Want(http.StatusOK)
		platform.Do(withCookie(get(environmentsPath), cookies[2])).Want(http.StatusUnauthorized)
		platform.Do(withCookie(get(environmentsPath), cookies[3])).Want(http.StatusUnauthorized)
	})
}

// Nobody ends the session of another user, except an administrator.
func TestSessionsOfOtherUsers(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	admin := platform.AdminToken()
	ada := platform.NewPerson(admin, "ada@example.com", "organizationMember")
	ben := platform.NewPerson(admin, "ben@example.com", "organizationMember")
	var list api.SessionList
	platform.Get(ada.Token, sessionsPath).Want(http.StatusOK).JSON(&list)
	if len(list.Data) != 1 || list.Data[0].IsCurrent {
		t.Fatalf("Ada's sessions are %v", list.Data)
	}
	wantFault(t, platform.Delete(ben.Token, sessionsPath+"/"+list.Data[0].ID), http.StatusNotFound, "session")
	wantFault(t, platform.Delete(ben.Token, "/api/v1/users/"+ada.ID+"/sessions"), http.StatusForbidden)
	var ended api.EndedSessions
	platform.Delete(admin, "/api/v1/users/"+ada.ID+"/sessions").Want(http.StatusOK).JSON(&ended)
	if ended.Ended != 1 {
		t.Errorf("%d sessions ended", ended.Ended)
	}
	platform.Get(ada.Token, environmentsPath).Want(http.StatusOK) // a token is no session
}

// A browser whose user signed in some time ago needs the password for a new token. A program with a token does not.
func TestTokenNeedsConfirmation(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		token := platform.AdminToken()
		cookie := startBrowser(t, platform, apptest.AdminEmail, apptest.AdminPassword)
		var me api.Me
		platform.Do(withCookie(get("/api/v1/auth/me"), cookie)).Want(http.StatusOK).JSON(&me)
		create := withCookie(post("/api/v1/auth/tokens", object{"name": "Nightly"}), cookie)
		platform.Do(create).Want(http.StatusCreated)
		platform.InStore(func(db *store.DB) {
			by := account.Actor{
				User: ids.User(me.User.ID), Organization: ids.Organization(me.Organization.ID),
				Credential: account.Credential{Session: ids.Session(me.Session.ID)},
			}
			if err := db.SignIns().Confirm(t.Context(), by, time.Now().Add(-16*time.Minute)); err != nil {
				t.Fatal(err)
			}
		})
		wantFault(t, platform.Do(create), http.StatusForbidden, "15 minutes")
		wantRefused(t, platform, "token.create", "you signed in more than 15 minutes ago")
		platform.Post(token, "/api/v1/auth/tokens", object{"name": "Nightly"}).Want(http.StatusCreated)
		confirm := func(password string) apptest.Response {
			return platform.Do(withCookie(post("/api/v1/auth/confirm", object{"password": password}), cookie))
		}
		wantFault(t, confirm("a guess"), http.StatusBadRequest, "password is wrong")
		wantFault(t, platform.Do(create), http.StatusForbidden, "15 minutes")
		confirm(apptest.AdminPassword).Want(http.StatusNoContent)
		platform.Do(create).Want(http.StatusCreated)
	})
}

// wantRefused checks that the newest refusal in the audit log is this one.
func wantRefused(t *testing.T, platform *apptest.Platform, action, reason string) {
	t.Helper()
	entries := auditEntries(platform, platform.AdminToken(), "?result=refused&limit=1")
	if len(entries) != 1 || entries[0].Action != action || entries[0].Reason != reason {
		t.Errorf("the refusal is %+v, want %s: %s", entries, action, reason)
	}
}

// A browser that signs in with the password that an administrator chose can only choose another one. A program can work.
func TestPasswordOfAnAdministratorMustBeChanged(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		ada := platform.NewPerson(platform.AdminToken(), "ada@example.com", "organizationMember")
		platform.Get(ada.Token, environmentsPath).Want(http.StatusOK)
		cookie := startBrowser(t, platform, ada.Email, ada.Password)
		wantFault(t, platform.Do(withCookie(get(environmentsPath), cookie)), http.StatusForbidden, "you must change it first")
		wantFault(t, platform.Do(withCookie(post(environmentsPath, nil), cookie)), http.StatusForbidden, "you must change it first")
		wantRefused(t, platform, "environment.create", "an administrator chose your password: you must change it first")
		wantFault(t, platform.Do(withCookie(post("/api/v1/auth/tokens", nil), cookie)), http.StatusForbidden, "you must change it first")
		var me api.Me
		platform.Do(withCookie(get("/api/v1/auth/me"), cookie)).Want(http.StatusOK).JSON(&me)
		if me.Session == nil || !me.Session.MustChangePassword {
			t.Errorf("the session is %v", me.Session)
		}
		same := object{"currentPassword": ada.Password, "newPassword": ada.Password}
		wantFault(t, platform.Do(withCookie(post("/api/v1/auth/password", same), cookie)), http.StatusBadRequest, "that an administrator chose")
		change := object{"currentPassword": ada.Password, "newPassword": "my own long password"}
		platform.Do(withCookie(post("/api/v1/auth/password", change), cookie)).Want(http.StatusNoContent)
		cookie = startBrowser(t, platform, ada.Email, "my own long password")
		platform.Do(withCookie(get(environmentsPath), cookie)).Want(http.StatusOK)
	})
}

// Passwords that attackers try first are rejected, from administrators and from users.
func TestGuessablePasswordsAreRejected(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	admin := platform.AdminToken()
	for _, password := range []string{"password1", "Sunshine", "qwertyuiop", "adabyron-1815", "Ada.Byron99", "millrace2026", "ada@example.com"} {
		body := object{"email": "ada@example.com", "firstName": "Ada", "lastName": "Byron", "password": password}
		wantFault(t, platform.Post(admin, "/api/v1/users", body), http.StatusBadRequest, "the password is")
		change := object{"currentPassword": apptest.AdminPassword, "newPassword": "sunshine"}
		wantFault(t, platform.Post(admin, "/api/v1/auth/password", change), http.StatusBadRequest, "most common")
	}
	platform.Get(admin, environmentsPath).Want(http.StatusOK)
}
