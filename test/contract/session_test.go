package contract_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/store"
)

const sessionPath = "/api/v1/auth/session"

const ourOrigin = "https://millrace.example"

func onOurOrigin(s *config.Settings) { s.BaseURL = ourOrigin }

func TestSessionCookie(t *testing.T) {
	t.Parallel()
	for baseURL, secure := range map[string]bool{"": false, "http://millrace.example": false, ourOrigin: true} {
		platform := start(t, apptest.Database{}, func(s *config.Settings) { s.BaseURL = baseURL })
		response := platform.Post("", "/api/v1/auth/login", object{"email": apptest.AdminEmail, "password": apptest.AdminPassword}).Want(http.StatusOK)
		cookie := sessionCookie(t, response)
		wantCookie(t, cookie, secure)
		if !cookie.Expires.After(time.Now().Add(24 * time.Hour)) {
			t.Errorf("%q: the session ends at %s", baseURL, cookie.Expires)
		}
		if strings.Contains(string(response.Body), cookie.Value) {
			t.Error("the session's secret is in the body, where scripts can read it")
		}
		logout := sessionCookie(t, platform.Do(withCookie(post("/api/v1/auth/logout", nil), cookie.Value)).Want(http.StatusNoContent))
		wantCookie(t, logout, secure)
		if logout.Value != "" || (logout.MaxAge >= 0 && logout.Expires.After(time.Unix(0, 0))) {
			t.Errorf("%q: logout sets %s", baseURL, logout)
		}
	}
}

// wantCookie checks the cookie's attributes: sent only to this host, at most on navigation from other sites, and hidden
// from scripts.
func wantCookie(t *testing.T, cookie *http.Cookie, secure bool) {
	t.Helper()
	if cookie.Name != "millrace_session" || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.Domain != "" {
		t.Errorf("the cookie is %s", cookie)
	}
	if cookie.Secure != secure {
		t.Errorf("Secure is %t, want %t", cookie.Secure, secure)
	}
}

func TestSessionReadsAndWrites(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		d := newDeployment(t, database)
		server := d.first()
		token, cookie := signIn(t, server, apptest.AdminEmail, apptest.AdminPassword)
		dataFolderID := server.Do(withCookie(post("/api/v1/projects", object{"name": "Orders", "platformKind": "duckdb"}), cookie)).
			Want(http.StatusCreated).Field("id")
		made := d.last().Do(withCookie(post(environmentsPath, object{"project": dataFolderID, "name": "Production"}), cookie)).
			Want(http.StatusCreated).Field("id")
		server.Do(withCookie(patch(environmentsPath+"/"+made, object{"description": "x"}), cookie)).Want(http.StatusOK)
		var me api.Me
		server.Do(withCookie(get("/api/v1/auth/me"), cookie)).Want(http.StatusOK).JSON(&me)
		if me.User.Email != apptest.AdminEmail {
			t.Errorf("the session is of %s", me.User.Email)
		}
		server.Do(withCookie(post("/api/v1/auth/logout", nil), cookie)).Want(http.StatusNoContent)
		d.wantAll(t, "after logout", credentials{cookies: []string{cookie}}, http.StatusUnauthorized)
		d.wantAll(t, "after logout", credentials{tokens: []string{token}}, http.StatusOK)
	})
}

// The sign-in of a browser creates no access token; a login and a request for a token create one each time.
func TestSessionCreatesNoToken(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database, func(s *config.Settings) { s.Limits.TokensPerUser = 2 })
		body := object{"email": apptest.AdminEmail, "password": apptest.AdminPassword}
		names := func(cookie string) (list []string) {
			var tokens api.TokenList
			platform.Do(withCookie(get("/api/v1/auth/tokens?orderBy=createdAt"), cookie)).Want(http.StatusOK).JSON(&tokens)
			for _, token := range tokens.Data {
				list = append(list, fmt.Sprint(strings.TrimRight(token.Name, "-: 0123456789"), " ", token.IsLogin))
			}
			return list
		}
		var cookies []string
		for range 3 { // beyond the limit of tokens
			started := platform.Post("", sessionPath, body).Want(http.StatusCreated)
			var session api.Session
			if started.JSON(&session); session.User.Email != apptest.AdminEmail || strings.Contains(string(started.Body), account.TokenPrefix) {
				t.Errorf("the session is %s", started.Body)
			}
			cookie := sessionCookie(t, started)
			wantCookie(t, cookie, false)
			cookies = append(cookies, cookie.Value)
		}
		if list := names(cookies[0]); len(list) != 0 {
			t.Errorf("three sign-ins of browsers created the tokens %v", list)
		}
		platform.Post("", loginPath, body).Want(http.StatusOK)
		platform.Do(withCookie(post("/api/v1/auth/tokens", object{"name": "Nightly"}), cookies[1])).Want(http.StatusCreated)
		if list := names(cookies[2]); !slices.Equal(list, []string{"Login of true", "Nightly false"}) {
			t.Errorf("the tokens are %v", list)
		}
		for _, guess := range []object{{"email": apptest.AdminEmail, "password": "a guess"}, {"email": "stranger@example.com", "password": "a guess"}} {
			wantFault(t, platform.Post("", sessionPath, guess), http.StatusUnauthorized, "e-mail address or password is wrong")
		}
	})
}

// Unused tokens of earlier sign-ins can be revoked at once.
func TestUnusedLoginsAreRevoked(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := start(t, database)
		admin := platform.AdminToken()
		me := platform.Me(admin)
		old, secret := account.NewLoginToken(account.TokenOwner{Organization: ids.Organization(me.Organization.ID), User: ids.User(me.User.ID)},
			platform.Hasher(), time.Now().Add(-48*time.Hour))
		platform.InStore(func(db *store.DB) {
			if err := db.Tokens().Create(t.Context(), account.Actor{}, old, 0); err != nil {
				t.Fatal(err)
			}
		})
		fresh := platform.AdminToken()
		var revoked api.RevokedTokens
		platform.Delete(admin, "/api/v1/auth/unusedTokens").Want(http.StatusOK).JSON(&revoked)
		if revoked.Revoked != 1 {
			t.Errorf("%d tokens were revoked", revoked.Revoked)
		}
		wantFault(t, platform.Get(secret, environmentsPath), http.StatusUnauthorized)
		platform.Get(fresh, environmentsPath).Want(http.StatusOK)
		platform.Delete(admin, "/api/v1/auth/unusedTokens").Want(http.StatusOK).JSON(&revoked)
		if revoked.Revoked != 0 {
			t.Errorf("%d more tokens were revoked", revoked.Revoked)
		}
	})
}

// Logout ends this session only.
func TestLogoutEndsOneSession(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	_, first := signIn(t, platform, apptest.AdminEmail, apptest.AdminPassword)
	_, second := signIn(t, platform, apptest.AdminEmail, apptest.AdminPassword)
	platform.Do(withCookie(post("/api/v1/auth/logout", nil), first)).Want(http.StatusNoContent)
	platform.Do(withCookie(get(environmentsPath), first)).Want(http.StatusUnauthorized)
	platform.Do(withCookie(get(environmentsPath), second)).Want(http.StatusOK)
}

// With an Authorization header the session is ignored, even if the header is invalid.
func TestAuthorizationOverridesSession(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	_, cookie := signIn(t, platform, apptest.AdminEmail, apptest.AdminPassword)
	for _, header := range []string{"", "Bearer nonsense", "Basic YTpi"} {
		request := withCookie(get(environmentsPath), cookie)
		request.Header["Authorization"] = []string{header}
		wantFault(t, platform.Do(request), http.StatusUnauthorized)
	}
}

func TestRequestsFromOtherSites(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{}, onOurOrigin)
	token, cookie := signIn(t, platform, apptest.AdminEmail, apptest.AdminPassword)
	write := post("/api/v1/auth/tokens", nil)
	login := post("/api/v1/auth/login", object{"email": apptest.AdminEmail, "password": apptest.AdminPassword})
	session := post(sessionPath, object{"email": apptest.AdminEmail, "password": apptest.AdminPassword})
	for name, tt := range map[string]struct {
		headers map[string]string
		status  int // of a write with the session
	}{
		"a program, which says nothing":     {nil, http.StatusCreated},
		"our own page":                      {map[string]string{"Origin": ourOrigin, "Sec-Fetch-Site": "same-origin"}, http.StatusCreated},
		"our own page behind a proxy":       {map[string]string{"Origin": ourOrigin}, http.StatusCreated},
		"the address bar":                   {map[string]string{"Sec-Fetch-Site": "none"}, http.StatusCreated},
		"another site":                      {map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
		"another site that names no origin": {map[string]string{"Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
		"another site in an old browser":    {map[string]string{"Origin": "https://evil.example"}, http.StatusForbidden},
		"a sibling of ours":                 {map[string]string{"Origin": "https://other.millrace.example", "Sec-Fetch-Site": "same-site"}, http.StatusForbidden},
		"our name without encryption":       {map[string]string{"Origin": "http://millrace.example"}, http.StatusForbidden},
		"our name on another port":          {map[string]string{"Origin": ourOrigin + ":8443"}, http.StatusForbidden},
		"a sandbox":                         {map[string]string{"Origin": "null"}, http.StatusForbidden},
		"an origin that is none":            {map[string]string{"Origin": "\xff"}, http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := platform.For(t)
			wantStatus := func(what string, request apptest.Request, status int) {
				t.Helper()
				if request.Header == nil {
					request.Header = http.Header{}
				}
				for header, value := range tt.headers {
					request.Header[header] = []string{value}
				}
				response := p.Do(request)
				if response.Status != status {
					t.Errorf("%s: status %d, want %d: %s", what, response.Status, status, response.Body)
				}
				if status == http.StatusForbidden {
					wantFault(t, response, status, "another site")
				}
			}
			loggedIn := http.StatusOK
			if tt.status == http.StatusForbidden {
				loggedIn = http.StatusForbidden // otherwise another site could sign the browser in as another user
			}
			wantStatus("a session", session, tt.status)
			wantStatus("a write with the session", withCookie(write, cookie), tt.status)
			wantStatus("a login", login, loggedIn)
			wantStatus("a read with the session", withCookie(get(environmentsPath), cookie), http.StatusOK)
			bearer := write
			bearer.Token = token
			wantStatus("a write with a token", bearer, http.StatusCreated)
		})
	}
}

// Responses may contain secrets: proxies must not cache them, and browsers must not guess their type.
func TestResponsesAreNotCached(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	token := platform.AdminToken()
	for _, response := range []apptest.Response{
		platform.Post("", loginPath, object{"email": apptest.AdminEmail, "password": apptest.AdminPassword}),
		platform.Post(token, "/api/v1/auth/tokens", nil), platform.Get(token, environmentsPath), platform.Get("", environmentsPath),
		platform.Get(token, environmentsPath+"/77"), platform.Get("", "/api/v1/server"),
	} {
		if response.Header.Get("Cache-Control") != "no-store" || response.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%d with %v", response.Status, response.Header)
		}
	}
}
