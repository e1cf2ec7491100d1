package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

// finishSession sends the second step of a browser's sign-in.
func finishSession(platform *apptest.Platform, ticket, code string) apptest.Response {
	return platform.Post("", "/api/v1/auth/session/secondFactor", object{"ticket": ticket, "code": code})
}

// The second factor from its set-up to its removal: what it revokes, and what the password alone can do.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		ada := platform.NewPerson(admin, "ada@example.com", "organizationMember")
		cookie, other := browserOf(t, platform, ada), browserOf(t, platform, ada)
		ada.Token = platform.Login(ada.Email, ada.Password)
		withBrowser := func(request apptest.Request) apptest.Response { return platform.Do(withCookie(request, cookie)) }

		secret := withBrowser(post(factorPath, object{"password": ada.Password})).Want(http.StatusCreated)
		if uri := secret.Field("uri"); !strings.HasPrefix(uri, "otpauth://totp/Millrace%20Default:ada@example.com?") {
			t.Errorf("the address is %s", uri)
		}
		wantFault(t, withBrowser(post(factorPath+"/activation", object{"code": codeOf(secret.Field("secret"), 50)})), http.StatusBadRequest, "wrong")
		platform.Get(ada.Token, environmentsPath).Want(http.StatusOK) // nothing has changed yet
		var recovery api.RecoveryCodes
		first := codeOf(secret.Field("secret"), 0)
		withBrowser(post(factorPath+"/activation", object{"code": first})).Want(http.StatusOK).JSON(&recovery)
		if len(recovery.RecoveryCodes) != 10 {
			t.Fatalf("the recovery codes are %v", recovery.RecoveryCodes)
		}
		platform.Get(ada.Token, environmentsPath).Want(http.StatusUnauthorized)
		platform.Do(withCookie(get(environmentsPath), other)).Want(http.StatusUnauthorized)
		withBrowser(get(environmentsPath)).Want(http.StatusOK)
		wantFault(t, withBrowser(post(factorPath, object{"password": ada.Password})), http.StatusConflict, "second factor")

		refused := platform.Post("", sessionPath, object{"email": ada.Email, "password": ada.Password})
		wantFault(t, refused, http.StatusUnauthorized, "second factor")
		if refused.Header.Get("Set-Cookie") != "" {
			t.Error("the password alone sets a cookie")
		}
		ticket := ticketOf(platform, ada, sessionPath)
		for _, way := range []apptest.Request{{Token: ticket}, withCookie(apptest.Request{}, ticket)} {
			way.Method, way.Path = http.MethodGet, "/api/v1/auth/me"
			platform.Do(way).Want(http.StatusUnauthorized) // a ticket is no credential
		}
		wantFault(t, finishSession(platform, ticket, codeOf(secret.Field("secret"), 50)), http.StatusUnauthorized, "code is wrong")
		wantFault(t, finishSession(platform, ticket, first), http.StatusUnauthorized, "used before")
		cookie = sessionCookie(t, finishSession(platform, ticket, codeOf(secret.Field("secret"), 1)).Want(http.StatusCreated)).Value
		wantFault(t, finishSession(platform, ticket, recovery.RecoveryCodes[0]), http.StatusUnauthorized, "expired")
		token := loginWithCode(platform, ada, recovery.RecoveryCodes[0])
		wantFault(t, finishSession(platform, ticketOf(platform, ada, sessionPath), recovery.RecoveryCodes[0]), http.StatusUnauthorized, "code is wrong")
		var state api.SecondFactor
		platform.Get(token, factorPath).Want(http.StatusOK).JSON(&state)
		if !state.IsActive || state.IsRequired || *state.RecoveryCodesLeft != 9 {
			t.Errorf("the state is %+v", state)
		}
		wantFault(t, withBrowser(post(factorPath+"/removal", object{"password": "not the one"})), http.StatusBadRequest, "password")
		withBrowser(post(factorPath+"/removal", object{"password": ada.Password})).Want(http.StatusNoContent)
		platform.Get(token, environmentsPath).Want(http.StatusUnauthorized)
		withBrowser(get(environmentsPath)).Want(http.StatusOK)
		platform.Login(ada.Email, ada.Password)
		wantFactorEntries(t, platform, admin, ada)
	})
}

// browserOf starts a session of a user, who first has to choose another password than the administrator's. A program may choose the
// same once more. That revokes the user's tokens.
func browserOf(t *testing.T, platform *apptest.Platform, who apptest.Person) string {
	t.Helper()
	cookie := startBrowser(t, platform, who.Email, who.Password)
	var me api.Me
	platform.Do(withCookie(get("/api/v1/auth/me"), cookie)).Want(http.StatusOK).JSON(&me)
	if !me.Session.MustChangePassword {
		return cookie
	}
	change := object{"currentPassword": who.Password, "newPassword": who.Password}
	platform.Post(platform.Login(who.Email, who.Password), "/api/v1/auth/password", change).Want(http.StatusNoContent)
	return startBrowser(t, platform, who.Email, who.Password)
}

func wantFactorEntries(t *testing.T, platform *apptest.Platform, admin string, who apptest.Person) {
	t.Helper()
	found := map[string]int{}
	for _, entry := range auditEntries(platform, admin, "?limit=100&objectID="+who.ID) {
		found[entry.Action+" "+entry.Result+" "+entry.Reason]++
	}
	for _, want := range []string{
		"user.beginSecondFactor ok ", "user.setSecondFactor ok ", "user.unsetSecondFactor ok ", "user.beginSignIn ok ", "user.signIn ok ",
		"user.signIn refused wrong code of the second factor", "user.signIn refused used code of the second factor",
		"user.signIn refused wrong or used recovery code",
	} {
		if found[want] == 0 {
			t.Errorf("no entry %q in %v", want, found)
		}
	}
}

// An administrator removes a lost factor, and nobody else does. Other users do not see who has one.
func TestAdministratorRemovesSecondFactor(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	admin := platform.AdminToken()
	ada := platform.NewPerson(admin, "ada@example.com", "organizationMember")
	ben := platform.NewPerson(admin, "ben@example.com", "organizationMember")
	enabled := enableFactor(platform, ada)
	path := "/api/v1/users/" + ada.ID
	for token, want := range map[string]bool{admin: true, ben.Token: false} {
		if shows := strings.Contains(string(platform.Get(token, path).Want(http.StatusOK).Body), "hasSecondFactor"); shows != want {
			t.Errorf("the user shows the second factor: %t, want %t", shows, want)
		}
	}
	wantFault(t, platform.Delete(ben.Token, path+"/secondFactor"), http.StatusForbidden)
	token := loginWithCode(platform, ada, enabled.codes[0])
	platform.Delete(admin, path+"/secondFactor").Want(http.StatusNoContent)
	platform.Get(token, environmentsPath).Want(http.StatusUnauthorized)
	wantFault(t, platform.Delete(admin, path+"/secondFactor"), http.StatusNotFound, "second factor")
	platform.Login(ada.Email, ada.Password)
	entries := auditEntries(platform, admin, "?limit=10&action=user.unsetSecondFactor&objectID="+ada.ID)
	if len(entries) == 0 || entries[len(entries)-1].Actor.Email != apptest.AdminEmail {
		t.Errorf("the entries are %+v", entries)
	}
}

// Where the organization requires a second factor, a browser without one can only set it up, and a program gets no token. Tokens from
// before stay valid.
func TestPolicyRequiresSecondFactor(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		person := apptest.Person{Email: apptest.AdminEmail, Password: apptest.AdminPassword, Token: platform.AdminToken()}
		ada := platform.NewPerson(person.Token, "ada@example.com", "organizationMember")
		open := browserOf(t, platform, ada)
		ada.Token = platform.Login(ada.Email, ada.Password)
		policy := object{"requiresSecondFactor": true}
		wantFault(t, platform.Put(person.Token, "/api/v1/signInPolicy", policy), http.StatusConflict, "yourself")
		person.Token = loginWithCode(platform, person, enableFactor(platform, person).codes[0])
		platform.Put(person.Token, "/api/v1/signInPolicy", policy).Want(http.StatusOK)

		platform.Get(ada.Token, environmentsPath).Want(http.StatusOK)
		wantFault(t, platform.Post("", "/api/v1/auth/login", object{"email": ada.Email, "password": ada.Password}), http.StatusForbidden, "requires a second factor")
		for _, cookie := range []string{open, startBrowser(t, platform, ada.Email, ada.Password)} {
			browser := func(request apptest.Request) apptest.Response { return platform.Do(withCookie(request, cookie)) }
			wantFault(t, browser(get(environmentsPath)), http.StatusForbidden, "requires a second factor")
			wantFault(t, browser(post(tokensPath, object{})), http.StatusForbidden, "requires a second factor")
			var me api.Me
			if browser(get("/api/v1/auth/me")).Want(http.StatusOK).JSON(&me); !me.Session.MustSetSecondFactor {
				t.Error("the session does not say what it is for")
			}
		}
		secret := platform.Do(withCookie(post(factorPath, object{"password": ada.Password}), open)).Want(http.StatusCreated).Field("secret")
		platform.Do(withCookie(post(factorPath+"/activation", object{"code": codeOf(secret, 0)}), open)).Want(http.StatusOK)
		platform.Do(withCookie(get(environmentsPath), open)).Want(http.StatusOK)
		platform.Do(withCookie(post(factorPath+"/removal", object{"password": ada.Password}), open)).Want(http.StatusNoContent)
		wantFault(t, platform.Do(withCookie(get(environmentsPath), open)), http.StatusForbidden, "requires a second factor")
		platform.Put(person.Token, "/api/v1/signInPolicy", object{"requiresSecondFactor": false}).Want(http.StatusOK)
		platform.Do(withCookie(get(environmentsPath), open)).Want(http.StatusOK)
	})
}

// A service account acts with tokens of administrators only: it has no password, and cannot create tokens.
func TestServiceAccounts(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		ada := w.NewPerson(w.admin.Token, "ada@example.com", "organizationMember")
		wantFault(t, w.Post(ada.Token, "/api/v1/serviceAccounts", object{"name": "mine"}), http.StatusForbidden)
		var service api.User
		w.Post(w.admin.Token, "/api/v1/serviceAccounts", object{"name": "Nightly Deploy"}).Want(http.StatusCreated).JSON(&service)
		if service.Email != "nightly-deploy@service.invalid" || service.IsServiceAccount == nil || service.FirstName != "Nightly Deploy" {
			t.Errorf("the service account is %+v", service)
		}
		wantFault(t, w.Post(w.admin.Token, "/api/v1/serviceAccounts", object{"name": "nightly deploy"}), http.StatusConflict, "service account")
		path := "/api/v1/users/" + service.ID
		token := w.Post(w.admin.Token, path+"/tokens", object{"name": "ci", "scopes": []string{"run"}}).Want(http.StatusCreated).Field("token")
		if me := w.Me(token); me.User.ID != service.ID {
			t.Errorf("the token belongs to %+v", me.User)
		}
		w.Get(token, environmentsPath+"/"+w.names.environment).Want(http.StatusNotFound) // without a role
		w.Put(w.admin.Token, "/api/v2/userRoles/"+service.ID+"/environments/"+w.names.environment, object{"environmentRole": "environmentAdministrator"}).
			Want(http.StatusOK)
		w.Get(token, environmentsPath+"/"+w.names.environment).Want(http.StatusOK)
		run := object{"runDetails": object{"environmentID": w.names.environment}, "parameters": object{"number": "none"}}
		w.Post(token, "/scheduler/startRun", run).Want(http.StatusOK)
		entries := auditEntries(w.Platform, w.admin.Token, "?limit=1&action=run.start")
		if len(entries) != 1 || entries[0].Actor == nil || !entries[0].Actor.IsServiceAccount {
			t.Errorf("the entry of the run is %+v", entries)
		}

		wantFault(t, w.Post("", "/api/v1/auth/login", object{"email": service.Email, "password": ""}), http.StatusBadRequest)
		full := w.Post(w.admin.Token, path+"/tokens", nil).Want(http.StatusCreated).Field("token")
		wantFault(t, w.Post(full, tokensPath, object{"name": "another"}), http.StatusForbidden, "service account")
		wantFault(t, w.Post(full, "/api/v1/auth/password", object{"currentPassword": "", "newPassword": "a long password"}), http.StatusConflict, "no password")
		wantFault(t, w.Post(full, factorPath, object{"password": ""}), http.StatusConflict, "password")
		wantFault(t, w.Post(w.admin.Token, "/api/v1/users/"+ada.ID+"/tokens", nil), http.StatusConflict, "not a service account")
		for _, change := range []object{{"email": "x@example.com"}, {"isBreakGlass": true}, {"lastName": "Deploy"}} {
			wantFault(t, w.Patch(w.admin.Token, path, change), http.StatusConflict, "service account")
		}
		wantFault(t, w.Post(w.admin.Token, "/api/v1/users", object{"email": "x@service.invalid", "password": "a long password"}), http.StatusBadRequest)
		w.Patch(w.admin.Token, path, object{"firstName": "Nightly"}).Want(http.StatusOK)
		w.Get(full, environmentsPath).Want(http.StatusOK)
		var tokens api.TokenList
		w.Get(w.admin.Token, path+"/tokens").Want(http.StatusOK).JSON(&tokens)
		if len(tokens.Data) != 2 {
			t.Errorf("the tokens are %+v", tokens.Data)
		}
		w.Patch(w.admin.Token, path, object{"status": "disabled"}).Want(http.StatusOK)
		w.Get(full, environmentsPath).Want(http.StatusUnauthorized)
		wantFault(t, w.Post(w.admin.Token, path+"/tokens", nil), http.StatusConflict, "disabled")
		w.Delete(w.admin.Token, path).Want(http.StatusNoContent)
	})
}

// A link replaces the password and not the second factor: it signs nobody in who has one.
func TestLinkLeavesTheSecondFactor(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	admin := platform.AdminToken()
	ada := platform.NewPerson(admin, "ada@example.com", "organizationMember")
	cookie := browserOf(t, platform, ada)
	secret := platform.Do(withCookie(post(factorPath, object{"password": ada.Password}), cookie)).Want(http.StatusCreated).Field("secret")
	platform.Do(withCookie(post(factorPath+"/activation", object{"code": codeOf(secret, 0)}), cookie)).Want(http.StatusOK)

	used := useLink(platform, newLink(t, platform, admin, ada.ID, "/reset-password"))
	wantFault(t, used, http.StatusUnauthorized, "your new password is set")
	if used.Header.Get("Set-Cookie") != "" {
		t.Error("the link alone sets a cookie")
	}
	platform.Do(withCookie(get(environmentsPath), cookie)).Want(http.StatusUnauthorized)
	ada.Password = chosen
	finishSession(platform, ticketOf(platform, ada, sessionPath), codeOf(secret, 1)).Want(http.StatusCreated)

	service := platform.Post(admin, "/api/v1/serviceAccounts", object{"name": "nightly"}).Want(http.StatusCreated).Field("id")
	wantFault(t, platform.Post(admin, "/api/v1/users/"+service+"/passwordLink", nil), http.StatusConflict, "service account")
}

// An administrator does not get into the account of an operator or past the own password with a link.
func TestLinksForAccountsThatAreWorthMore(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	operator := platform.Me(platform.AdminToken()).User.ID
	eve := platform.NewPerson(platform.AdminToken(), "eve@example.com", "organizationAdministrator")
	bob := platform.NewPerson(platform.AdminToken(), "bob@example.com", "organizationMember")
	wantFault(t, platform.Post(eve.Token, "/api/v1/users/"+operator+"/passwordLink", nil), http.StatusForbidden, "is an operator")
	wantFault(t, platform.Post(eve.Token, "/api/v1/users/"+eve.ID+"/passwordLink", nil), http.StatusConflict, "for yourself")
	wantFault(t, platform.Delete(eve.Token, "/api/v1/users/"+eve.ID+"/secondFactor"), http.StatusConflict, "another user")
	newLink(t, platform, eve.Token, bob.ID, "/reset-password")
	newLink(t, platform, platform.AdminToken(), eve.ID, "/reset-password")
}
