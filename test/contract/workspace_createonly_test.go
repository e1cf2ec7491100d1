package contract_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// A development run with createOnly makes the objects of nodes and loads nothing. Rows that are there stay.
func TestDevelopmentRunCreatesWithoutLoading(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"duckdb", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			b := newWorkspaceFixture(t, apptest.Database{})
			if engine == "postgres" {
				id := b.Post(b.token, connectionsPath, postgresConnection(t, pgtest.Database(t))).Want(http.StatusCreated).Field("id")
				b.Patch(b.token, b.path, object{"connection": id}).Want(http.StatusOK)
			}
			createWithoutLoading(t, b)
		})
	}
}

func createWithoutLoading(t *testing.T, b *workspaceFixture) {
	t.Helper()
	b.addDeployedFiles()
	view := b.create(object{"nodeType": "View", "name": "SHOWN", "locationName": "MILL", "predecessorNodeIDs": []any{grainNode}})
	reader := b.create(object{"nodeType": "Stage", "name": "READER", "locationName": "MILL", "predecessorNodeIDs": []any{wordOf(view["id"])}})
	expect := func(when string, rows int) {
		t.Helper()
		// The preview of READER reads the view, which reads the table.
		if columns, got := b.shownRows(wordOf(reader["id"])); columns != "id" || got != rows {
			t.Errorf("%s there are the columns %q and %d rows, expected %d", when, columns, got, rows)
		}
	}
	run := func(createOnly bool) {
		t.Helper()
		id := b.startRun(object{"includeNodesSelector": "{ GRAIN } OR { SHOWN }", "createOnly": createOnly}, nil)
		awaitRun(t, b.Platform, b.token, id, "completed")
		if got := b.isCreateOnly(id); got != createOnly {
			t.Errorf("run %s says createOnly %v", id, got)
		}
	}
	run(true)
	expect("after the creation", 0)
	run(false)
	expect("after the load", 3)
	run(true)
	expect("after another creation", 3)
}

// shownRows returns the names of the columns that the preview of a node shows, and the number of its rows.
func (b *workspaceFixture) shownRows(node string) (columns string, rows int) {
	b.t.Helper()
	var data struct {
		Columns []struct{ Name string }
		Rows    [][]any
	}
	b.Get(b.token, b.path+"/nodes/"+node+"/data").Want(http.StatusOK).JSON(&data)
	names := make([]string, len(data.Columns))
	for i, c := range data.Columns {
		names[i] = c.Name
	}
	return strings.Join(names, " "), len(data.Rows)
}

func (b *workspaceFixture) isCreateOnly(run string) bool {
	b.t.Helper()
	var shown struct{ RunDetails struct{ CreateOnly bool } }
	b.Get(b.token, "/api/v1/runs/"+run).Want(http.StatusOK).JSON(&shown)
	return shown.RunDetails.CreateOnly
}

// A deployment creates the objects of an environment, so createOnly is about workspaces.
func TestCreateOnlyNeedsWorkspace(t *testing.T) {
	t.Parallel()
	s := newDeployedFixture(t, apptest.Database{})
	details := object{"environmentID": s.environment, "createOnly": true}
	wantFault(t, s.Post(s.token, "/scheduler/startRun", object{"runDetails": details}), http.StatusBadRequest, "createOnly needs a workspace", "Deploy")
}
