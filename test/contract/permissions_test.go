package contract_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
)

const permissionsHead = `# Who may do what. Every operation of the interface, asked by everybody with a valid request:
# yes = carried out (or 501 until a later version carries it out), 401 = sign in first, 403 = seen but not allowed,
# 404 = not there as far as the caller can tell. A role in a project or an environment is held by a plain member of
# the organization; the outsider is the administrator of another organization.
`

func TestPermissionsOfEveryRole(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
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

// outcome asks an operation as somebody, and says in a word what came of it.
func (w *apiFixture) outcome(operation api.Operation, who *caller) string {
	w.t.Helper()
	how := operationCases()[operation.ID]
	target := who.Person
	if who.name == "nobody" || who.name == "bad token" {
		target = w.admin // they try what belongs to somebody who can
	}
	request := how.good(w.namesFor(how, target))
	request.Token = who.Token
	answer := w.Do(request)
	if operation.ID == "changePassword" && answer.Status == http.StatusNoContent {
		who.Token = w.Login(who.Email, who.Password) // the change took the tokens away
	}
	switch answer.Status {
	case http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusNoContent, http.StatusNotImplemented:
		return "yes"
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
		return strconv.Itoa(answer.Status)
	default:
		w.t.Errorf("%s as %s: %d: %s", operation.ID, who.name, answer.Status, answer.Body)
		return "?" + strconv.Itoa(answer.Status)
	}
}
