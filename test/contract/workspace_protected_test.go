package contract_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// appendFixture is a workspace with one node, which adds a row on each run, and an environment without mappings that
// has three rows.
type appendFixture struct {
	*workspaceFixture

	node        string
	environment string
	reader      *workspaceFixture // a read-only workspace
}

func newAppendFixture(t *testing.T, database apptest.Database) *appendFixture {
	t.Helper()
	l := &appendFixture{workspaceFixture: newWorkspaceFixture(t, database)}
	l.node = l.keep(`SELECT 1 AS id`)
	l.environment = l.NewEnvironment(l.token, l.project, "PROD")
	var made planResponse
	l.Post(l.token, environmentsPath+"/"+l.environment+"/plans", object{"workspaceID": l.id}).Want(http.StatusCreated).JSON(&made)
	l.await(l.Post(l.token, "/api/v1/plans/"+made.ID+"/deploy", confirm))
	for range 3 {
		l.await(l.Post(l.token, "/scheduler/startRun", object{"runDetails": object{"environmentID": l.environment}}))
	}
	l.reader = l.beside("reader")
	l.reader.create(object{"nodeType": "Source", "name": "LEDGER"})
	return l
}

// keep adds the node to the workspace.
func (b *workspaceFixture) keep(query string) (id string) {
	b.t.Helper()
	return wordOf(b.create(object{"nodeType": "Incremental", "name": "LEDGER", "sql": "@nodeType(\"Incremental\")\n" + query})["id"])
}

// beside creates another workspace of the project.
func (b *workspaceFixture) beside(name string) *workspaceFixture {
	b.t.Helper()
	other := *b
	other.id = b.Post(b.token, "/api/v1/workspaces", object{"project": b.project, "name": name}).Want(http.StatusCreated).Field("id")
	other.path = "/api/v1/workspaces/" + other.id
	return &other
}

func (b *workspaceFixture) await(started apptest.Response) {
	b.t.Helper()
	awaitRun(b.t, b.Platform, b.token, counter(b.t, started), "completed")
}

// develop starts a development run.
func (b *workspaceFixture) develop(token string) apptest.Response {
	b.t.Helper()
	return b.Post(token, "/scheduler/startRun", object{"runDetails": object{"environmentID": b.id, "includeNodesSelector": "{ LEDGER }"}})
}

func (b *workspaceFixture) mapWork(schema string) {
	b.t.Helper()
	b.Patch(b.token, b.path, object{"mappings": object{"WORK": object{"database": "", "schema": schema}}}).Want(http.StatusOK)
}

// wantRows fails the test unless the table in a schema has one column of this name with these values.
func (l *appendFixture) wantRows(schema, column string, values ...any) {
	l.t.Helper()
	l.reader.mapWork(schema)
	var nodes struct{ Data []struct{ ID string } }
	l.Get(l.token, l.reader.path+"/nodes").Want(http.StatusOK).JSON(&nodes)
	var shown struct {
		Columns []struct{ Name string }
		Rows    [][]any
	}
	l.Get(l.token, l.reader.path+"/nodes/"+nodes.Data[0].ID+"/data").Want(http.StatusOK).JSON(&shown)
	var got []any
	for _, row := range shown.Rows {
		got = append(got, row[0])
	}
	if len(shown.Columns) != 1 || shown.Columns[0].Name != column || !slices.Equal(got, values) {
		l.t.Errorf("the ledger in %s has %v with %v", schema, shown.Columns, shown.Rows)
	}
}

// A source in a location does not move what is built there to the schema of environments.
func TestDevelopmentRunLeavesEnvironmentsAlone(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		l := newAppendFixture(t, database)
		l.wantRows("WORK", "id", 1.0, 1.0, 1.0)
		contributor := l.NewPerson(l.token, "carl@example.com", "organizationMember")
		l.Put(l.token, "/api/v2/userRoles/"+contributor.ID+"/projects/"+l.project, object{"projectRole": "projectContributor"}).Want(http.StatusOK)
		source := l.create(object{"nodeType": "Source"})
		node := l.workspaceFixture.node(l.node)
		own := "dev_" + l.id + "_WORK"
		if source["schema"] != "WORK" || node["schema"] != own {
			t.Errorf("the source is in %v and the ledger in %v", source["schema"], node["schema"])
		}
		node["sql"] = "@nodeType(\"Incremental\")\nSELECT 'mine' AS other"
		l.set(node).Want(http.StatusOK)
		l.await(l.develop(contributor.Token))
		l.wantRows("WORK", "id", 1.0, 1.0, 1.0)
		l.wantRows(own, "other", "mine")

		second := l.beside("second")
		second.create(object{"nodeType": "Source"})
		second.keep(`SELECT 'theirs' AS whose`)
		l.await(second.develop(l.token))
		l.wantRows(own, "other", "mine")
		l.wantRows("dev_"+second.id+"_WORK", "whose", "theirs")
		l.wantRows("WORK", "id", 1.0, 1.0, 1.0)
	})
}

// A mapping does not do so either.
func TestDevelopmentRunInProtectedSchemaIsRejected(t *testing.T) {
	t.Parallel()
	l := newAppendFixture(t, apptest.Database{})
	for _, schema := range []string{"WORK", "work"} { // one schema for the engine
		l.mapWork(schema)
		wantFault(t, l.develop(l.token), http.StatusBadRequest, "WORK.LEDGER", "environment "+l.environment, "Map location WORK")
	}
	l.wantRows("WORK", "id", 1.0, 1.0, 1.0)
	l.mapWork("mine")
	l.await(l.develop(l.token))
	l.wantRows("mine", "id", 1.0)
	l.Patch(l.token, l.path, object{"mappings": nil}).Want(http.StatusOK)
	l.await(l.develop(l.token))
	l.wantRows("WORK", "id", 1.0, 1.0, 1.0)
}

// If a view blocks changes to what it reads, a run drops and recreates the views that read what it changes. It must not
// drop views of an environment, even if the workspace reads them.
func TestDevelopmentRunDropsNoViewOfEnvironment(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	connection := b.Post(b.token, connectionsPath, postgresConnection(t, pgtest.Database(t))).Want(http.StatusCreated).Field("id")
	b.Put(b.token, b.path+"/locations", object{"locations": []string{"WORK", "OUT"}, "defaultStorageLocation": "WORK"}).Want(http.StatusOK)
	b.keep(`SELECT 1 AS id`)
	b.create(object{"nodeType": "View", "name": "SHOWN", "locationName": "OUT", "sql": "@nodeType(\"View\")\nSELECT l.id FROM {{ ref('WORK', 'LEDGER') }} AS l"})
	environment := b.Post(b.token, environmentsPath, object{"project": b.project, "name": "PROD", "connection": connection}).
		Want(http.StatusCreated).Field("id")
	var made planResponse
	b.Post(b.token, environmentsPath+"/"+environment+"/plans", object{"workspaceID": b.id}).Want(http.StatusCreated).JSON(&made)
	b.await(b.Post(b.token, "/api/v1/plans/"+made.ID+"/deploy", confirm))

	b.Patch(b.token, b.path, object{"connection": connection, "mappings": object{"OUT": object{"database": "", "schema": "OUT"}}}).Want(http.StatusOK)
	wantFault(t, b.develop(b.token), http.StatusBadRequest, "OUT.SHOWN", "environment "+environment, "Map location OUT")
	b.Patch(b.token, b.path, object{"mappings": nil}).Want(http.StatusOK)
	b.await(b.develop(b.token))
}
