package contract_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

const auditPath = "/api/v1/auditEntries"

// auditEntry is an entry of the audit log, as far as the tests need it.
type auditEntry struct {
	ID        string
	Action    string
	Result    string
	Reason    string
	RequestID string
	Address   string
	Actor     *struct {
		ID, Email        string
		IsServiceAccount bool
	}
	Object  struct{ Kind, ID, Name, ProjectID, EnvironmentID string }
	Changes []struct {
		Field    string
		Old, New any
	}
}

func auditEntries(platform *apptest.Platform, token, query string) []auditEntry {
	var list struct{ Data []auditEntry }
	platform.Get(token, auditPath+query).Want(http.StatusOK).JSON(&list)
	return list.Data
}

// withoutEntry lists the operations that are no GET and have no entry, with the reason.
func withoutEntry() map[string]string {
	return map[string]string{
		"logout":                "a request with a token has no session to end",
		"revokeUnusedTokens":    "there are none to revoke",
		"pullWorkspace":         "there is nothing new to pull",
		"testConnection":        "it changes nothing",
		"matchEnvironmentNodes": "it changes nothing",
		"matchWorkspaceNodes":   "it changes nothing",
		"previewSchedule":       "it changes nothing",
		"previewNodeDraft":      "it changes nothing",
		"previewDraftData":      "it changes nothing",
		"confirmPassword":       "the test has an access token, which needs no confirmation",
		"getSignInMethods":      "it changes nothing",
		"checkPasswordLink":     "it changes nothing",
		"requestPasswordReset":  "the server handles it after the response; see TestForgottenPassword",
		"testIdentityProvider":  "it changes nothing",
	}
}

// Every operation that changes something has an entry with the id of its request, and no entry contains a secret.
func TestEveryWriteIsAudited(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		cases := operationCases()
		for _, route := range loadDocument(t).Routes {
			id := route.Operation.ID
			if route.Operation.Method == http.MethodGet {
				continue
			}
			response := w.tryGood(cases[id])
			if response.Status >= http.StatusBadRequest {
				t.Errorf("%s: status %d: %s", id, response.Status, response.Body)
				continue
			}
			found := slices.ContainsFunc(auditEntries(w.Platform, w.admin.Token, "?limit=30"), func(entry auditEntry) bool {
				return entry.RequestID == response.Header.Get("X-Request-ID") && entry.Result == "ok" && entry.Action != ""
			})
			if reason := withoutEntry()[id]; found == (reason != "") {
				t.Errorf("%s has an entry: %t; %q", id, found, reason)
			}
		}
		export := string(w.Get(w.admin.Token, auditPath+"/export").Want(http.StatusOK).Body)
		for _, secret := range []string{"mrt_", "mrs_", "mrp_", "mrl_", "whsec_", w.admin.Password, "argon2"} {
			if at := strings.Index(export, secret); at >= 0 {
				t.Errorf("the log contains %s: %s", secret, export[max(0, at-200):at+20])
			}
		}
	})
}

// Refused sign-ins and writes that the user's roles do not allow are in the log.
func TestRefusalsAreAudited(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		w := newAPIFixture(t, database)
		w.createUsers()
		login := func(email, password string) apptest.Response {
			return w.Post("", "/api/v1/auth/login", object{"email": email, "password": password})
		}
		login(w.admin.Email, "wrong password").Want(http.StatusUnauthorized)
		login("nobody@example.com", "wrong password").Want(http.StatusUnauthorized)
		refused := auditEntries(w.Platform, w.admin.Token, "?action=user.signIn&result=refused&limit=2")
		if len(refused) == 0 {
			t.Fatal("no refused sign-in is in the log")
		}
		if first := refused[len(refused)-1]; first.Reason != "wrong password" || first.Actor == nil || first.Actor.Email != w.admin.Email || first.Address == "" {
			t.Errorf("refused sign-ins are %+v", refused)
		}
		member := w.people[slices.IndexFunc(w.people, func(one *caller) bool { return one.name == "project member" })]
		response := w.Patch(member.Token, environmentsPath+"/"+w.names.environment, object{"name": "Mine"}).Want(http.StatusForbidden)
		entries := auditEntries(w.Platform, w.admin.Token, "?result=refused&limit=1&environmentID="+w.names.environment)
		if len(entries) != 1 || entries[0].Action != "environment.update" || entries[0].Object.ID != w.names.environment ||
			entries[0].RequestID != response.Header.Get("X-Request-ID") || entries[0].Reason == "" {
			t.Errorf("the refused write is %+v", entries)
		}
		wantNoOrigins(t, auditEntries(w.Platform, member.Token, "?limit=100"), member.ID)
	})
}

// wantNoOrigins checks that a user who is no administrator sees where the own entries came from, and not those of others.
func wantNoOrigins(t *testing.T, entries []auditEntry, user string) {
	t.Helper()
	for _, entry := range entries {
		isOwn := entry.Actor != nil && entry.Actor.ID == user
		if !isOwn && (entry.Address != "" || entry.RequestID != "") {
			t.Errorf("the member sees where %+v came from", entry)
		}
	}
}

// The export has the same entries in both formats, and the filters of the list.
func TestAuditExport(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	w.Patch(w.admin.Token, environmentsPath+"/"+w.names.environment, object{"name": "=cmd()"}).Want(http.StatusOK)
	listed := auditEntries(w.Platform, w.admin.Token, "?limit=1000")
	lines := strings.Split(strings.TrimSpace(string(w.Get(w.admin.Token, auditPath+"/export?format=jsonl").Want(http.StatusOK).Body)), "\n")
	if len(lines) != len(listed) {
		t.Fatalf("the export has %d lines for %d entries", len(lines), len(listed))
	}
	var first auditEntry
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.ID != listed[0].ID || first.Object.Name != "=cmd()" {
		t.Errorf("the first line is %s, %v", lines[0], err)
	}
	rows, err := csv.NewReader(strings.NewReader(string(w.Get(w.admin.Token, auditPath+"/export?format=csv&action=environment.update").Body))).ReadAll()
	if err != nil || len(rows) != 2 || rows[0][0] != "id" || rows[1][0] != first.ID {
		t.Fatalf("the CSV is %v, %v", rows, err)
	}
	for i, name := range rows[0] {
		if name == "objectName" && rows[1][i] != "'=cmd()" {
			t.Errorf("a spreadsheet would run %s", rows[1][i])
		}
	}
	wantFault(t, w.Get(w.admin.Token, auditPath+"/export?format=xml"), http.StatusBadRequest, "format", "jsonl, csv")
	wantFault(t, w.Get(w.admin.Token, auditPath+"?result=maybe"), http.StatusBadRequest, "result", "ok, refused")
	wantFault(t, w.Get(w.admin.Token, auditPath+"?from=yesterday"), http.StatusBadRequest, "from", "2026")
}
