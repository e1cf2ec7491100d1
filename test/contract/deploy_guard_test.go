package contract_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// The nodes that these tests add to the fixture.
const (
	doughNode = "ba4e0000-0000-4000-8000-0000000000d0"
	cakeNode  = "ba4e0000-0000-4000-8000-0000000000ca"
)

// work returns the schema of the results, as SQL names it.
func (b *changeFixture) work() string {
	if b.kind == "duckdb" {
		return "millrace.work"
	}
	return "work"
}

// with returns the files of the bakery and further nodes, by name, each with its id and query.
func (b *changeFixture) with(nodes map[string][2]string) map[string][]byte {
	files := changeFiles(b.kind)
	for name, node := range nodes {
		files["nodes/WORK-"+name+".sql"] = []byte("@id(\"" + node[0] + "\")\n@nodeType(\"Stage\")\n" + node[1] + "\n")
	}
	return files
}

// cake returns the files of the bakery with a node that is never loaded.
func (b *changeFixture) cake() map[string][]byte {
	return b.with(map[string][2]string{"CAKE": {cakeNode, `SELECT cast(v.id AS integer) AS id FROM (VALUES (1)) AS v(id)`}})
}

// strange is a statement that creates a table of 1000 rows which no node describes.
const strange = `CREATE TABLE %s."CAKE" AS SELECT cast(g.id AS integer) AS odd FROM generate_series(1, 1000) AS g(id)`

// wantCake checks that a new plan would destroy this number of values of the foreign table: they all still exist.
func (b *changeFixture) wantCake(files map[string][]byte, rows int64) {
	b.t.Helper()
	made := b.plan(files)
	for _, edits := range made.PhasedNodeEdits {
		if lost := edits[cakeNode].Destructive; len(lost) > 0 && lost[0].Rows != nil && *lost[0].Rows == rows {
			return
		}
	}
	b.t.Errorf("%d rows are not what a new plan would destroy: %+v", rows, made.PhasedNodeEdits)
}

func (b *changeFixture) resume(run string, body any) apptest.Response {
	b.t.Helper()
	return b.Post(b.token, environmentsPath+"/"+b.environment+"/deployments/"+run+"/resume", body)
}

// A deployment cannot be resumed if a foreign table was created that it would have to replace.
func TestResumeKeepsForeignTable(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newChangeFixture(t, database)
		files := b.with(map[string][2]string{
			"DOUGH": {doughNode, `SELECT n.id FROM ` + b.work() + `."NEED" AS n`},
			"CAKE":  {cakeNode, `SELECT d.id FROM {{ ref('WORK', 'DOUGH') }} AS d`},
		})
		failed := b.deployPlan(b.plan(files).ID, "", "failed")
		b.execSQL(`CREATE TABLE %s."NEED" (id integer)`)
		b.execSQL(strange)
		wantFault(t, b.resume(failed, nil), http.StatusConflict, "has changed since plan", "new plan")
		wantFault(t, b.resume(failed, confirm), http.StatusConflict, "has changed since plan", "new plan")
		b.wantCake(files, 1000)
		b.execSQL(`DROP TABLE %s."CAKE"`)
		b.await(counter(t, b.resume(failed, nil)), "completed")
		if left := b.plan(files); left.Counts.Added+left.Counts.Altered+left.Counts.Deleted != 0 {
			t.Errorf("after resuming there is left to do: %+v", left)
		}
	})
}

// A waiting deployment checks again when it starts.
func TestWaitingDeployKeepsForeignTable(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newChangeFixture(t, database)
		files := b.cake()
		made := b.plan(files)
		slow := b.startRun(object{"includeNodesSelector": "{ ALONE }"}, object{"wait": 3600})
		waiting := counter(t, b.Post(b.token, "/api/v1/plans/"+made.ID+"/deploy", nil))
		b.execSQL(strange)
		b.Post(b.token, "/scheduler/cancelRun", object{"runID": slow}).Want(http.StatusNoContent)
		b.await(waiting, "failed")
		if info := asJSON(t, b.info(waiting)); !strings.Contains(info, "has changed since plan") {
			t.Errorf("the deploy says %s", info)
		}
		b.wantCake(files, 1000)
	})
}

// The user confirms the number of rows that the plan shows.
func TestConfirmedLossIsChecked(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newChangeFixture(t, database)
		b.deployPlan(b.plan(b.cake()).ID, "", "completed")
		files := changeFiles(b.kind)
		early := b.plan(files)
		b.wantCake(files, 0)
		b.execSQL(`INSERT INTO %s."CAKE" SELECT cast(g.id AS integer) FROM generate_series(1, 100) AS g(id)`)
		deploy := "/api/v1/plans/" + early.ID + "/deploy"
		wantFault(t, b.Post(b.token, deploy, nil), http.StatusBadRequest, "(100 rows)", "confirmDestructive")
		wantFault(t, b.Post(b.token, deploy, confirm), http.StatusConflict, "(100 rows)", "new plan")
		late := b.plan(files)
		b.execSQL(`INSERT INTO %s."CAKE" VALUES (101)`) // one more row
		b.deployPlan(late.ID, confirm, "completed")
	})
}

// The confirmed numbers also apply to a deployment that waited while a table was filled, and to its resumption.
func TestConfirmedLossIsCheckedAfterWaiting(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newChangeFixture(t, database)
		b.deployPlan(b.plan(b.cake()).ID, "", "completed")
		files := changeFiles(b.kind)
		made := b.plan(files)
		slow := b.startRun(object{"includeNodesSelector": "{ ALONE }"}, object{"wait": 3600})
		waiting := counter(t, b.Post(b.token, "/api/v1/plans/"+made.ID+"/deploy", confirm))
		b.execSQL(`INSERT INTO %s."CAKE" SELECT cast(g.id AS integer) FROM generate_series(1, 100) AS g(id)`)
		b.Post(b.token, "/scheduler/cancelRun", object{"runID": slow}).Want(http.StatusNoContent)
		b.await(waiting, "failed")
		wantFault(t, b.resume(waiting, nil), http.StatusBadRequest, "(100 rows)", "confirmDestructive")
		wantFault(t, b.resume(waiting, confirm), http.StatusConflict, "(100 rows)", "new plan")
		b.execSQL(`DELETE FROM %s."CAKE"`)
		b.await(counter(t, b.resume(waiting, confirm)), "completed")
	})
}

// Environments without mappings share their schemas on PostgreSQL, and in the shared file of the embedded engine. One must
// not replace the objects of the other, also over another connection to the same database.
func TestObjectsOfAnotherEnvironmentAreProtected(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		m := &deployedFixture{Platform: start(t, database), t: t}
		m.token = m.AdminToken()
		m.organization = m.Me(m.token).Organization.ID
		m.home = m.NewProject(m.token, "Mill")
		other, files := *m, deployedFiles()
		first, second := object{"project": m.home, "name": "Production"}, object{"project": m.NewProject(m.token, "Another mill"), "name": "Production"}
		if database.IsPostgres() {
			engine := pgtest.Database(t)
			files["data.yml"] = bytes.Replace(files["data.yml"], []byte("duckdb"), []byte("postgres"), 1)
			first["connection"], second["connection"] = newPostgres(m, engine), newPostgres(m, engine)
		}
		m.environment = m.Post(m.token, environmentsPath, first).Want(http.StatusCreated).Field("id")
		other.environment = m.Post(m.token, environmentsPath, second).Want(http.StatusCreated).Field("id")
		m.ShareFile(m.environment, other.environment)
		m.Deploy(m.organization, m.environment, files)
		made := other.plan(files)
		if len(made.Issues.Stop) != 5 || made.Issues.Stop[0].Code != "object-taken" || !strings.Contains(made.Issues.Stop[0].Hint, "Map location MILL") {
			t.Fatalf("the plan is %+v", made)
		}
		wantFault(t, m.Post(m.token, "/api/v1/plans/"+made.ID+"/deploy", confirm), http.StatusBadRequest,
			"environment "+m.environment+" has deployed that object", "Map location MILL")
		mapToOwnSchema(m.Platform, m.token, other.environment)
		other.deployPlan(other.plan(files).ID, "", "completed")
		if same := m.plan(files); same.Counts.Unchanged != 5 || same.Counts.Stop != 0 {
			t.Errorf("the first environment would change: %+v", same)
		}
	})
}

// Environments with files of their own do not meet, whatever their mappings say.
func TestEnvironmentsOfTheEmbeddedEngineDoNotMeet(t *testing.T) {
	t.Parallel()
	m := newDeployedFixture(t, apptest.Database{})
	other := *m
	other.environment = m.NewEnvironment(m.token, m.NewProject(m.token, "Another mill"), "Production")
	m.Patch(m.token, environmentsPath+"/"+other.environment, object{"mappings": object{"MILL": object{"database": "millrace", "schema": "MILL"}}}).
		Want(http.StatusOK)
	if made := other.plan(deployedFiles()); made.Counts.Stop != 0 || made.Counts.Added != 5 {
		t.Errorf("the plan is %+v", made)
	}
}
