package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// A node contains the expression of a column twice. The changed one counts.
func TestTransformCanBeSetInEitherField(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	orders := b.source("ORDERS", column("ID", "INTEGER"))
	id := wordOf(b.create(object{"nodeType": "Stage", "predecessorNodeIDs": []any{orders["id"]}})["id"])
	inSources := func(column map[string]any) map[string]any {
		sources, _ := column["sources"].([]any)
		first, _ := sources[0].(map[string]any)
		return first
	}
	for _, tt := range []struct {
		change func(map[string]any)
		want   any
	}{
		{func(c map[string]any) { c["transform"] = "1" }, "1"},
		{func(c map[string]any) { inSources(c)["transform"] = "2" }, "2"},
		{func(c map[string]any) { c["transform"], inSources(c)["transform"] = "3", "3" }, "3"},
		{func(c map[string]any) { delete(c, "transform"); inSources(c)["transform"] = "4" }, "4"},
		{func(c map[string]any) { c["transform"] = "" }, ""},
	} {
		node := b.node(id)
		tt.change(columnNamed(node, "ID"))
		b.set(node).Want(http.StatusOK)
		after := columnNamed(b.node(id), "ID")
		if after["transform"] != tt.want || inSources(after)["transform"] != tt.want || len(inSources(after)["columnReferences"].([]any)) != 1 {
			t.Errorf("the column is %s, want the transform %q", asJSON(t, after), tt.want)
		}
	}
	node := b.node(id)
	columnNamed(node, "ID")["transform"], inSources(columnNamed(node, "ID"))["transform"] = "5", "6"
	wantFault(t, b.set(node), http.StatusBadRequest, "metadata.columns[0]", "the same in both")
}

// Ambiguous fields are rejected.
func TestInvalidNodeFieldsAreRejected(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	id := wordOf(b.source("ORDERS", column("ID", "INTEGER"))["id"])
	metadata := func(name string, value any) func(object) {
		return func(n object) { part(n, "metadata")[name] = value }
	}
	for _, tt := range []struct {
		change func(object)
		says   []string
	}{
		{metadata("appliedNodeTests", []any{object{"name": "t", "runOrder": "Never"}}), []string{"appliedNodeTests[0].runOrder", "Before or After"}},
		{metadata("enabledColumnTestIDs", []any{"hasNull", nil}), []string{"enabledColumnTestIDs[1]", "hasNull"}},
		{metadata("columns", object{}), []string{"metadata.columns has the wrong type: object"}},
		{field("nodeType", "Incremental"), []string{"only nodes that are written in SQL", "fileVersion 1"}},
		{field("nodeType", 5), []string{"field nodeType has the wrong type: number"}},
		{field("materializationType", "a\tb"), []string{"materializationType"}},
		{field("config", []any{}), []string{"config has the wrong type: array"}},
	} {
		node := b.node(id)
		tt.change(node)
		wantFault(t, b.set(node), http.StatusBadRequest, tt.says...)
	}
	node := b.node(id)
	metadata("appliedNodeTests", []any{object{"name": "t", "runOrder": "before", "templateString": "SELECT 1"}})(node)
	b.set(node).Want(http.StatusOK)
	tests, _ := part(b.node(id), "metadata")["appliedNodeTests"].([]any)
	if test, _ := tests[0].(map[string]any); test["runOrder"] != "Before" {
		t.Errorf("the test is %v", test)
	}
}

// Parameters of environments and workspaces may be a text that contains JSON, like those of a run.
func TestParametersAsJSONText(t *testing.T) {
	t.Parallel()
	w := newBodyFixture(t)
	w.Transport = nil
	workspace := w.Post(w.token, "/api/v1/workspaces", object{"project": w.project, "name": "mine", "parameters": `{"a": 1}`}).
		Want(http.StatusCreated).Field("id")
	made := w.Post(w.token, environmentsPath, object{"project": w.project, "name": "mine", "runTimeParameters": `{"a": 1}`}).
		Want(http.StatusCreated).Field("id")
	for path, field := range map[string]string{"/api/v1/workspaces/" + workspace: "parameters", environmentsPath + "/" + made: "runTimeParameters"} {
		for _, tt := range []struct{ sent, want any }{{nil, nil}, {`{"a": 2}`, object{"a": 2}}, {"", object{}}, {object{"b": 3}, object{"b": 3}}} {
			want := tt.want
			if tt.sent != nil {
				w.Patch(w.token, path, object{field: tt.sent}).Want(http.StatusOK)
			} else {
				want = object{"a": 1}
			}
			var after object
			w.Get(w.token, path).Want(http.StatusOK).JSON(&after)
			if asJSON(t, after[field]) != asJSON(t, want) {
				t.Errorf("%s: sent %v, and it is %s", field, tt.sent, asJSON(t, after[field]))
			}
		}
		for _, wrong := range []any{"x", "[1]", []any{}, 5, `"{}"`} {
			wantFault(t, w.Patch(w.token, path, object{field: wrong}), http.StatusBadRequest, "not a JSON object")
		}
	}
}
