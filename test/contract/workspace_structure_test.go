package contract_test

import (
	"net/http"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// A development run changes the objects of nodes to match the nodes, whatever the previous run left.
func TestDevelopmentRunAppliesNodeChanges(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"duckdb", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			b := newWorkspaceFixture(t, apptest.Database{})
			if engine == "postgres" {
				id := b.Post(b.token, connectionsPath, postgresConnection(t, pgtest.Database(t))).Want(http.StatusCreated).Field("id")
				b.Patch(b.token, b.path, object{"connection": id}).Want(http.StatusOK)
			}
			followTheNodes(t, b)
		})
	}
}

func followTheNodes(t *testing.T, b *workspaceFixture) {
	t.Helper()
	b.addDeployedFiles()
	node := b.create(object{"nodeType": "Stage", "name": "FLOUR", "locationName": "MILL", "predecessorNodeIDs": []any{grainNode}})
	id := wordOf(node["id"])
	reader := b.create(object{"nodeType": "Stage", "name": "READER", "locationName": "MILL", "sql": "SELECT f.* FROM {{ ref('MILL', 'FLOUR') }} AS f"})
	b.create(object{"nodeType": "View", "name": "SHOWN", "locationName": "MILL", "predecessorNodeIDs": []any{id}})
	run := func() {
		t.Helper()
		awaitRun(t, b.Platform, b.token, b.startRun(object{"includeNodesSelector": "{ GRAIN } OR { FLOUR }+"}, nil), "completed")
	}
	columns := func(node string) string {
		t.Helper()
		var rows struct {
			Columns []struct{ Name string }
			Rows    [][]any
		}
		b.Get(b.token, b.path+"/nodes/"+node+"/data").Want(http.StatusOK).JSON(&rows)
		if len(rows.Rows) != 3 {
			t.Errorf("there are %d rows", len(rows.Rows))
		}
		names := ""
		for _, c := range rows.Columns {
			names += c.Name + " "
		}
		return names
	}
	run()
	if got := columns(wordOf(reader["id"])); got != "id " {
		t.Errorf("at first the columns are %s", got)
	}
	change := func(edit func(node, metadata map[string]any)) {
		t.Helper()
		node := b.node(id)
		metadata, _ := node["metadata"].(map[string]any)
		edit(node, metadata)
		b.set(node).Want(http.StatusOK)
	}
	change(func(_, metadata map[string]any) {
		list, _ := metadata["columns"].([]any)
		metadata["columns"] = append(list, object{
			"name": "double", "dataType": "BIGINT", "nullable": true, "description": "",
			"sources": []object{{"transform": `"GRAIN"."id" * 2`, "columnReferences": []object{}}},
		})
	})
	run()
	if got := columns(wordOf(reader["id"])); got != "id double " {
		t.Errorf("with another column the columns are %s", got)
	}
	change(func(_, metadata map[string]any) {
		list, _ := metadata["columns"].([]any)
		last, _ := list[1].(map[string]any)
		last["dataType"] = "VARCHAR"
	})
	run()
	change(func(node, _ map[string]any) { node["materializationType"] = "view" })
	run()
	change(func(node, _ map[string]any) { node["materializationType"] = "table" })
	run()
	run() // again, without a change
	peek := b.create(object{"nodeType": "StageSQL", "name": "PEEK", "locationName": "MILL", "sql": "SELECT s.* FROM {{ ref('MILL', 'SHOWN') }} AS s"})
	change(func(_, metadata map[string]any) {
		list, _ := metadata["columns"].([]any)
		last, _ := list[1].(map[string]any)
		last["dataType"] = "BIGINT"
	})
	awaitRun(t, b.Platform, b.token, b.startRun(object{"includeNodesSelector": "{ FLOUR }"}, nil), "completed")
	if got := columns(wordOf(peek["id"])); got != "id " { // the view exists, though it was not part of the run
		t.Errorf("the view has the columns %s", got)
	}
}
