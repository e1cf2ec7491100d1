package contract_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/telemetry"
)

// logBuffer contains everything that a platform has logged.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (d *logBuffer) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.Write(p)
}

func (d *logBuffer) String() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.String()
}

// startLogged starts a platform that logs everything as JSON into a buffer.
func startLogged(t *testing.T, database apptest.Database) (*apptest.Platform, *logBuffer) {
	t.Helper()
	log := new(logBuffer)
	logger, err := telemetry.NewLogger(log, "json", "debug")
	if err != nil {
		t.Fatal(err)
	}
	return validated(t, apptest.Serve(t, apptest.Settings(t, database), logger)), log
}

// requests returns the log lines of requests, by request id.
func (d *logBuffer) requests(t *testing.T) map[string]map[string]any {
	t.Helper()
	found := map[string]map[string]any{}
	for line := range strings.Lines(d.String()) {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%q is no JSON: %v", line, err)
		}
		if entry["msg"] == "request" {
			found[entry["request_id"].(string)] = entry
		}
	}
	return found
}

func TestEveryRequestIsLoggedWithItsID(t *testing.T) {
	t.Parallel()
	platform, log := startLogged(t, apptest.Database{})
	token := platform.AdminToken()
	me := platform.Me(token).User.ID
	want := map[string][]any{} // by request id: operation, status, path and user
	ask := func(request apptest.Request, operation string, status float64, user string) {
		response := platform.Do(request)
		want[response.Header.Get("X-Request-ID")] = []any{operation, status, request.Path, user}
	}
	ask(at("", get(environmentsPath), token), "listEnvironments", http.StatusOK, me)
	ask(at("", get(environmentsPath+"/77"), token), "getEnvironment", http.StatusNotFound, me)
	ask(get(environmentsPath), "listEnvironments", http.StatusUnauthorized, "")
	ask(get("/api/v1/nothing"), "other", http.StatusNotFound, "")
	ask(del(environmentsPath), "other", http.StatusMethodNotAllowed, "")
	ask(at("", post("/scheduler/startRun", `{`), token), "startRun", http.StatusBadRequest, me)
	ask(get("/healthz"), "getHealth", http.StatusOK, "")
	platform.Stop() // all lines are written after this
	lines := log.requests(t)
	for id, fields := range want {
		line := lines[id]
		got := []any{line["operation"], line["status"], line["path"], line["user"]}
		for i := range fields {
			if got[i] != fields[i] {
				t.Errorf("request %s is logged as %v, want %v", id, got, fields)
				break
			}
		}
		if line["took"] == nil || line["method"] == nil || line["bytes"] == nil || line["time"] == nil {
			t.Errorf("request %s lacks something: %v", id, line)
		}
	}
}

func TestRequestIDs(t *testing.T) {
	t.Parallel()
	platform := start(t, apptest.Database{})
	for sent, kept := range map[string]bool{
		"abc": true, "A-b_c.9": true, strings.Repeat("x", 64): true,
		"": false, strings.Repeat("x", 65): false, "a b": false, "a/b": false, "<b>": false, "é": false, "a,b": false, `a"b`: false, "\xff": false,
	} {
		request := get(environmentsPath)
		request.Header = http.Header{"X-Request-Id": {sent}}
		response := platform.Do(request)
		wantFault(t, response, http.StatusUnauthorized) // the body has the same id
		if got := response.Header.Get("X-Request-ID"); (got == sent) != kept || got == "" {
			t.Errorf("%q comes back as %q", sent, got)
		}
	}
	first, second := platform.Get("", "/healthz").Header.Get("X-Request-ID"), platform.Get("", "/healthz").Header.Get("X-Request-ID")
	if first == "" || first == second {
		t.Errorf("two requests are called %q and %q", first, second)
	}
}

// After calls of everything that handles secrets, with success and failure, the log contains none of them.
func TestLogContainsNoSecrets(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform, log := startLogged(t, database)
		var secrets []string
		secret := func(text string) string {
			secrets = append(secrets, text)
			return text
		}
		token, cookie := signIn(t, platform, apptest.AdminEmail, secret(apptest.AdminPassword))
		secret(token)
		secret(cookie)
		login := func(body any) { platform.Post("", "/api/v1/auth/login", body) }
		for range 7 { // until the account is locked
			login(object{"email": "stranger@example.com", "password": secret("guess-of-a-password")})
		}
		login(`{"email":"stranger@example.com","password":"` + secret("in-broken-json") + `"`)
		login(`{"email":"stranger@example.com","password":["` + secret("in-another-type") + `"]}`)
		login(object{"email": secret("password-typed-as-address"), "password": "x"})
		user := platform.NewPerson(token, "ada@example.com", "member")
		secret(user.Password)
		secret(user.Token)
		platform.Post(user.Token, "/api/v1/auth/password", object{"currentPassword": secret("not-the-current"), "newPassword": secret("a-new-password")})
		platform.Post(user.Token, "/api/v1/auth/password", object{"currentPassword": user.Password, "newPassword": "a-new-password"}).Want(http.StatusNoContent)
		platform.Post(token, "/api/v1/users", object{"email": "bob@example.com", "password": secret("short!!")}).Want(http.StatusBadRequest)
		connection := object{
			"name": "warehouse", "platformKind": "postgres", "secret": object{"password": secret("sealed-password")},
			"settings": object{"host": "127.0.0.1", "port": 1, "database": "d", "user": "u", "sslmode": "disable"},
		}
		made := platform.Post(token, "/api/v1/connections", connection).Want(http.StatusCreated).Field("id")
		platform.Post(token, "/api/v1/connections/"+made+"/test", nil).Want(http.StatusOK)
		// Positions where users put tokens by mistake.
		for _, request := range []apptest.Request{
			{Method: http.MethodDelete, Path: "/api/v1/auth/tokens/" + token, Token: token},
			{Method: http.MethodGet, Path: environmentsPath + "?token=" + token},
			{Method: http.MethodGet, Path: "/" + token},
			{Method: http.MethodGet, Path: environmentsPath, Header: http.Header{"Authorization": {"bearer " + token}}},
			{Method: http.MethodGet, Path: environmentsPath, Header: http.Header{"Authorization": {token}}},
			{Method: http.MethodGet, Path: environmentsPath, Header: http.Header{"X-Request-Id": {token + "/"}}},
		} {
			platform.Do(request)
		}
		platform.Stop()
		text := log.String()
		if len(log.requests(t)) < 20 {
			t.Fatalf("too little is logged to say anything: %s", text)
		}
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%s is in the log", secret)
			}
		}
	})
}
