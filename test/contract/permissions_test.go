package contract_test

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

const permissionsHead = `# Who may call what. Every operation of the API, called by every caller with a valid request:
# yes = accepted (or 501 until a later version implements it), 401 = sign in first, 403 = visible but not allowed,
# 404 = not visible to the caller. The users with a role in a project or an environment are members of the
# organization; the outsider is the administrator of another organization. Nobody here is an operator of the installation.
`

func TestPermissionsOfEveryRole(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		if database.IsPostgres() && os.Getenv("MILLRACE_TEST_LONG") != "1" {
			t.Skip("the table is the same on PostgreSQL, and takes half a minute: make test-long compares it")
		}
		w := newAPIFixture(t, database)
		w.createUsers()
		callers := w.callers()
		var table strings.Builder
		table.WriteString(permissionsHead)
		writeRow(&table, "", callers, func(c *caller) string { return c.name })
		for _, route := range loadDocument(t).Routes {
			writeRow(&table, route.Operation.ID, callers, func(c *caller) string { return w.outcome(route.Operation, c) })
		}
		wantGolden(t, "permissions.txt", table.String())
	})
}

func writeRow(table *strings.Builder, head string, callers []*caller, cell func(c *caller) string) {
	line := fmt.Sprintf("%-24s", head)
	for _, who := range callers {
		line += fmt.Sprintf("  %-*s", len(who.name), cell(who))
	}
	table.WriteString(strings.TrimRight(line, " ") + "\n")
}

// outcome calls an operation as a caller and returns the result as one word.
func (w *apiFixture) outcome(operation api.Operation, who *caller) string {
	w.t.Helper()
	how := operationCases()[operation.ID]
	target := who.Person
	if who.name == "nobody" || who.name == "bad token" {
		target = w.admin // they try what belongs to a user who can
	}
	n := w.namesFor(how, target)
	request := how.good(n)
	request.Token = who.Token
	response := w.Do(request)
	if how.after != nil {
		how.after(w, n, target)
	}
	if operation.ID == "changePassword" && response.Status == http.StatusNoContent {
		who.Token = w.Login(who.Email, who.Password) // the change revoked the tokens
	}
	switch response.Status {
	case http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusNoContent, http.StatusNotImplemented:
		return "yes"
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
		return strconv.Itoa(response.Status)
	default:
		w.t.Errorf("%s as %s: %d: %s", operation.ID, who.name, response.Status, response.Body)
		return "?" + strconv.Itoa(response.Status)
	}
}
