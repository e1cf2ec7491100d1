package contract_test

import (
	"net/http"
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// appendFixture is a workspace with one node, which adds a row on each run, and an environment that has three rows in the
// database prod.
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
	l.environment = l.Post(l.token, environmentsPath, object{
		"project": l.project, "name": "PROD", "mappings": object{"WORK": object{"database": "prod", "schema": "WORK"}},
	}).Want(http.StatusCreated).Field("id")
	var made planResponse
	l.Post(l.token, environmentsPath+"/"+l.environment+"/plans", object{"workspaceID": l.id}).Want(http.StatusCreated).JSON(&made)
	l.await(l.Post(l.token, "/api/v1/plans/"+made.ID+"/deploy", confirm))
	for range 3 {
		l.await(l.Post(l.token, "/scheduler/startRun", object{"runDetails": object{"environmentID": l.environment}}))
	}
	l.reader = l.beside("reader")
	l.reader.mapWork("prod", "WORK")
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

// mapWork maps the location of the workspace to a schema, which may be one of an environment.
func (b *workspaceFixture) mapWork(database, schema string) {
	b.t.Helper()
	b.Patch(b.token, b.path, object{
		"mappings": object{"WORK": object{"database": database, "schema": schema}}, "confirmSharedMappings": true,
	}).Want(http.StatusOK)
}

// wantDeployed fails the test unless the environment has its three rows.
func (l *appendFixture) wantDeployed() {
	l.t.Helper()
	l.reader.wantRows(`prod."WORK"`, "id", 1.0, 1.0, 1.0)
}

// wantRows fails the test unless the workspace reads a table in a schema that has a column of this name with these values.
func (b *workspaceFixture) wantRows(schema, column string, values ...any) {
	b.t.Helper()
	query := `SELECT l."` + column + `" AS shown FROM ` + schema + `."LEDGER" AS l`
	node := b.path + "/nodes/" + wordOf(b.create(object{"nodeType": "View", "name": "SHOWN", "sql": query})["id"])
	var shown struct{ Rows [][]any }
	b.Get(b.token, node+"/data").Want(http.StatusOK).JSON(&shown)
	b.Do(apptest.Request{Method: http.MethodDelete, Path: node, Token: b.token}).Want(http.StatusNoContent)
	var got []any
	for _, row := range shown.Rows {
		got = append(got, row[0])
	}
	if !slices.Equal(got, values) {
		b.t.Errorf("the ledger in %s has %v", schema, shown.Rows)
	}
}

// A source in a location does not move what is built there to the schema of environments.
func TestDevelopmentRunLeavesEnvironmentsAlone(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		l := newAppendFixture(t, database)
		l.wantDeployed()
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
		l.wantDeployed()
		l.wantRows(`millrace."`+own+`"`, "other", "mine")

		second := l.beside("second")
		second.create(object{"nodeType": "Source"})
		second.keep(`SELECT 'theirs' AS whose`)
		l.await(second.develop(l.token))
		l.wantRows(`millrace."`+own+`"`, "other", "mine")
		second.wantRows(`millrace."dev_`+second.id+`_WORK"`, "whose", "theirs")
		l.wantDeployed()
	})
}

// A mapping does not do so either.
func TestDevelopmentRunInProtectedSchemaIsRejected(t *testing.T) {
	t.Parallel()
	l := newAppendFixture(t, apptest.Database{})
	for _, schema := range []string{"WORK", "work"} { // one schema for the engine
		l.mapWork("prod", schema)
		wantFault(t, l.develop(l.token), http.StatusBadRequest, "WORK.LEDGER", "environment "+l.environment, "Map location WORK")
	}
	l.wantDeployed()
	l.mapWork("", "mine")
	l.await(l.develop(l.token))
	l.wantRows(`millrace."mine"`, "id", 1.0)
	l.Patch(l.token, l.path, object{"mappings": nil}).Want(http.StatusOK)
	l.await(l.develop(l.token))
	l.wantDeployed()
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
	b.Post(b.token, environmentsPath+"/"+environment+"/plans", object{"workspaceID": b.id, "allowOtherPlatform": true}).
		Want(http.StatusCreated).JSON(&made)
	b.await(b.Post(b.token, "/api/v1/plans/"+made.ID+"/deploy", confirm))

	b.Patch(b.token, b.path, object{"connection": connection, "mappings": object{"OUT": object{"database": "", "schema": "OUT"}}}).Want(http.StatusOK)
	wantFault(t, b.develop(b.token), http.StatusBadRequest, "OUT.SHOWN", "environment "+environment, "Map location OUT")
	b.Patch(b.token, b.path, object{"mappings": nil}).Want(http.StatusOK)
	b.await(b.develop(b.token))
}
