package contract_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/millrace/millrace/internal/apptest"
)

// wholeLists are the responses with data that are not lists, with the reason.
func wholeLists() map[string]string {
	return map[string]string{
		"getNodeHealth":  "the nodes of one environment, which a page shows as a whole with their last runs",
		"getNodeHistory": "the last 30 runs of a node, which a page draws as a whole",
		"search":         "the best results of each type, which a palette shows as a whole",
		"listWorkers":    "the processes of one installation, which are few and change with every heartbeat",
		"getRunResults":  "the nodes of one run, which clients read as a whole while it goes on",
	}
}

// otherOrders are the lists that are not ordered by the id of their elements: a branch has a name, a commit its
// position in the history, a deployment its run, and newer plans matter more.
func otherOrders() map[string]string {
	return map[string]string{"listBranches": "name", "listCommits": "history", "listDeployments": "runID", "listPlans": "createdAt"}
}

// Every list of the document has pages, and startingFrom alone means the order by id.
func TestEveryListIsPaged(t *testing.T) {
	t.Parallel()
	w := newAPIFixture(t, apptest.Database{})
	cases := operationCases()
	paged := 0
	for _, route := range loadDocument(t).Routes {
		id := route.Operation.ID
		if route.Operation.Method != http.MethodGet || wholeLists()[id] != "" || !isList(loadDocument(t).Spec.Paths.Value(route.Operation.Path).Get) {
			continue
		}
		n := w.namesFor(cases[id], w.admin)
		w.double(n)
		path, _, _ := strings.Cut(cases[id].good(n).Path, "?")
		w.wantPages(path, otherOrders()[id])
		paged++
	}
	const atLeast = 20
	if paged < atLeast {
		t.Errorf("the document has %d lists", paged)
	}
}

// isList reports whether the response of an operation is an object with an array called data.
func isList(operation *openapi3.Operation) bool {
	answer := operation.Responses.Status(http.StatusOK)
	if answer == nil || answer.Value.Content.Get("application/json") == nil {
		return false
	}
	return hasData(answer.Value.Content.Get("application/json").Schema.Value)
}

func hasData(schema *openapi3.Schema) bool {
	if data := schema.Properties["data"]; data != nil {
		return data.Value.Type.Is("array")
	}
	for _, part := range schema.AllOf {
		if hasData(part.Value) {
			return true
		}
	}
	return false
}

// double ensures that there are two of what is easy to create.
func (w *apiFixture) double(n names) {
	w.t.Helper()
	for range 2 {
		freshJob(w, &n, w.admin)
		freshSubgraph(w, &n, w.admin)
		freshNode(w, &n, w.admin)
	}
}

// wantPages reads a list with one element, then the rest, and checks that nothing is missing.
func (w *apiFixture) wantPages(path, order string) {
	w.t.Helper()
	type pageOf struct {
		Data                      []map[string]any
		Total, Limit              *int
		Next                      *string
		OrderBy, OrderByDirection string
	}
	var first, second pageOf
	query := "?limit=1"
	if order == "" {
		order, query = "id", query+"&orderBy=id"
	}
	w.Get(w.admin.Token, path+query).Want(http.StatusOK).JSON(&first)
	if first.Total == nil || first.Limit == nil || *first.Limit != 1 || len(first.Data) > 1 || first.OrderBy != order || first.OrderByDirection == "" {
		w.t.Errorf("%s: the first page is %+v", path, first)
		return
	}
	if (first.Next != nil) != (*first.Total > 1) {
		w.t.Errorf("%s: of %d elements the first page has the next %v", path, *first.Total, first.Next)
	}
	if first.Next == nil {
		return
	}
	response := w.Get(w.admin.Token, path+"?limit=1000&startingFrom="+url.QueryEscape(*first.Next))
	if response.Status != http.StatusOK {
		w.t.Errorf("%s: startingFrom without orderBy: %s", path, response.Body)
		return
	}
	response.JSON(&second)
	if second.OrderBy != order || second.Next != nil || len(second.Data)+1 != *first.Total {
		w.t.Errorf("%s: the last page has the order %q, %d elements of %d and the next %v",
			path, second.OrderBy, len(second.Data), *first.Total, second.Next)
	}
}
