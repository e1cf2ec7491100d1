package contract_test

import (
	"net/http"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// If a view blocks changes to what it reads, a development run drops and recreates it. Grants on the view stay, whether
// the view is part of the run or not.
func TestDevelopmentRunKeepsGrantsOfViews(t *testing.T) {
	t.Parallel()
	database := pgtest.Database(t)
	b := newWorkspaceFixture(t, apptest.Database{})
	connection := b.Post(b.token, connectionsPath, postgresConnection(t, database)).Want(http.StatusCreated).Field("id")
	b.Patch(b.token, b.path, object{"connection": connection}).Want(http.StatusOK)
	b.addDeployedFiles()
	flour := b.create(object{"nodeType": "Stage", "name": "FLOUR", "locationName": "MILL", "predecessorNodeIDs": []any{grainNode}})
	b.create(object{"nodeType": "View", "name": "SHOWN", "locationName": "MILL", "predecessorNodeIDs": []any{flour["id"]}})
	run := func(nodes string) {
		t.Helper()
		awaitRun(t, b.Platform, b.token, b.startRun(object{"includeNodesSelector": nodes}, nil), "completed")
	}
	run("{ GRAIN } OR { FLOUR }+")
	direct, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = direct.Close(t.Context()) })
	view := `"dev_` + b.id + `_MILL"."SHOWN"`
	if _, err := direct.Exec(t.Context(), "GRANT SELECT ON "+view+" TO PUBLIC; COMMENT ON VIEW "+view+" IS 'for all'"); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ kind, nodes string }{{"VARCHAR", "{ FLOUR }"}, {"BIGINT", "{ FLOUR }+"}, {"BIGINT", "{ SHOWN }"}} {
		node := b.node(wordOf(flour["id"]))
		metadata, _ := node["metadata"].(map[string]any)
		list, _ := metadata["columns"].([]any)
		first, _ := list[0].(map[string]any)
		first["dataType"] = step.kind
		b.set(node).Want(http.StatusOK)
		run(step.nodes)
		var rights, comment *string
		query := "SELECT relacl::text, obj_description(oid, 'pg_class') FROM pg_class WHERE oid = $1::regclass"
		if err := direct.QueryRow(t.Context(), query, view).Scan(&rights, &comment); err != nil {
			t.Fatal(err)
		}
		if rights == nil || comment == nil || *comment != "for all" {
			t.Errorf("after a run of %s the view has the rights %v and the comment %v", step.nodes, rights, comment)
		}
	}
}
