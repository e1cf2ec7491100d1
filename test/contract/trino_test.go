package contract_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/trino"
	"github.com/millrace/millrace/internal/sample"
	"github.com/millrace/millrace/internal/trinotest"
)

// trinoFixture is a platform with an environment on a Trino server, in schemas of its own.
type trinoFixture struct {
	*deployedFixture

	settings   map[string]any
	prefix     string // of the schemas
	connection string
}

func newTrinoFixture(t *testing.T, locations ...string) *trinoFixture {
	t.Helper()
	settings := trinotest.Settings(t)
	m := &deployedFixture{t: t, Platform: start(t, apptest.Database{}, apptest.AllowConnections(t, trinotest.Address(t)))}
	m.token = m.AdminToken()
	f := &trinoFixture{deployedFixture: m, settings: settings, prefix: trinotest.Name() + "_"}
	f.connection = m.Post(m.token, connectionsPath, object{"name": "Trino", "platformKind": "trino", "settings": settings}).
		Want(http.StatusCreated).Field("id")
	m.home = m.Post(m.token, projectsPath, object{"name": "Shop", "platformKind": "trino"}).Want(http.StatusCreated).Field("id")
	mappings := object{}
	for _, location := range locations {
		mappings[location] = object{"database": "", "schema": f.prefix + strings.ToLower(location)}
	}
	m.environment = m.Post(m.token, environmentsPath, object{
		"project": m.home, "name": "Production", "connection": f.connection, "mappings": mappings,
	}).Want(http.StatusCreated).Field("id")
	return f
}

// test tests a connection and returns what the server says about it.
func (f *trinoFixture) test(connection string) (tested api.ConnectionTest) {
	f.t.Helper()
	f.Post(f.token, connectionsPath+"/"+connection+"/test", nil).Want(http.StatusOK).JSON(&tested)
	return tested
}

// wantNoChanges checks that a plan of these files has nothing to do.
func (f *trinoFixture) wantNoChanges(files map[string][]byte) {
	f.t.Helper()
	if p := f.plan(files); p.Counts.Added+p.Counts.Altered+p.Counts.Deleted+p.Counts.Metadata+p.Counts.Stop != 0 {
		f.t.Errorf("the plan is %+v", p)
	}
}

// open opens a session of the test's own.
func (f *trinoFixture) open() (engine.Engine, engine.Session) {
	f.t.Helper()
	opened, err := trino.New(trino.Options{}).Open(f.t.Context(), engine.Connection{Kind: "trino", Settings: f.settings})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = opened.Close() })
	session, err := opened.Session(f.t.Context(), engine.Label{WorkID: "contract", Epoch: 1})
	if err != nil {
		f.t.Fatal(err)
	}
	return opened, session
}

// TestSampleOnTrino creates a connection to Trino, deploys the sample there, refreshes it, and plans again. A catalog that cannot replace
// tables and merge rows is refused.
func TestSampleOnTrino(t *testing.T) {
	t.Parallel()
	f := newTrinoFixture(t, "RAW", "STAGE", "CORE", "MART")
	if tested := f.test(f.connection); !tested.Success || !strings.Contains(text(tested.EngineVersion), "catalog iceberg with connector iceberg") {
		t.Errorf("the test of the connection says %+v", tested)
	}
	for _, catalog := range []string{"memory", "tpch"} {
		settings := object{"url": f.settings["url"], "user": "test", "catalog": catalog}
		id := f.Post(f.token, connectionsPath, object{"name": catalog, "platformKind": "trino", "settings": settings}).Want(http.StatusCreated).Field("id")
		tested := f.test(id)
		if tested.Success || !strings.Contains(tested.Message, "has the connector "+catalog) {
			t.Errorf("the test of a connection to the catalog %s says %+v", catalog, tested)
		}
	}
	files, err := sample.Files(sample.Options{Platform: "trino"})
	if err != nil {
		t.Fatal(err)
	}
	first := f.plan(files)
	if len(first.Issues.Stop) > 0 || first.Counts.Added == 0 {
		t.Fatalf("the first plan is %+v", first)
	}
	f.deployPlan(first.ID, "{}", "completed")
	for range 2 {
		f.await(f.startRun(nil, nil), "completed")
	}
	f.wantNoChanges(files)
}

// breadFiles is a project of the nodes GRAIN and BREAD, and further ones by name with their query. Their ids are made of the name.
func breadFiles(kind string, further map[string]string) map[string][]byte {
	queries := map[string]string{
		"GRAIN": "SELECT 1 AS id, CAST(" + kind + " AS kind FROM (VALUES 1) AS v(x)",
		"BREAD": "SELECT g.id AS id FROM {{ ref('SHOP', 'GRAIN') }} AS g",
	}
	maps.Copy(queries, further)
	files := map[string][]byte{
		"data.yml":      []byte("defaultStorageMapping: SHOP\nfileVersion: 3\nplatformKind: trino\n"),
		"locations.yml": []byte("defaultStorageMapping: SHOP\nfileVersion: 1\nlocations:\n  - SHOP\n"),
	}
	ids := map[string]string{"GRAIN": "1", "BREAD": "2", "DOUGH": "3", "CAKE": "4"}
	for name, query := range queries {
		files["nodes/SHOP-"+name+".sql"] = []byte("@id(\"b4ead000-0000-4000-8000-00000000000" + ids[name] + "\")\n@nodeType(\"Stage\")\n" + query + "\n")
	}
	return files
}

const (
	kindText   = "'rye' AS varchar)"
	kindNumber = "'7' AS integer)"
)

// TestDeploymentsWithoutTransactionsOnTrino: below full transactions a failed deployment is resumed, a step that stopped halfway is
// completed by a new plan, and a deployment is rolled back.
func TestDeploymentsWithoutTransactionsOnTrino(t *testing.T) {
	t.Parallel()
	f := newTrinoFixture(t, "SHOP")
	schema := f.prefix + "shop"
	opened, session := f.open()
	exec := func(statement string) {
		t.Helper()
		if _, err := session.Exec(t.Context(), strings.ReplaceAll(statement, "%s", schema)); err != nil {
			t.Fatal(err)
		}
	}
	first := breadFiles(kindText, nil)
	firstRun := f.deployPlan(f.plan(first).ID, "", "completed")
	f.await(f.startRun(nil, nil), "completed")

	// DOUGH reads a table that does not exist yet, so CAKE is not reached.
	second := breadFiles(kindText, map[string]string{
		"DOUGH": "SELECT n.id AS id FROM " + schema + ".need AS n", "CAKE": "SELECT d.id AS id FROM {{ ref('SHOP', 'DOUGH') }} AS d",
	})
	failed := f.deployPlan(f.plan(second).ID, "", "failed")
	exec("CREATE TABLE %s.need (id integer)")
	resume := environmentsPath + "/" + f.environment + "/deployments/" + failed + "/resume"
	f.await(counter(t, f.Post(f.token, resume, nil)), "completed")
	f.wantNoChanges(second)
	f.await(f.startRun(nil, nil), "completed")

	// The rows of GRAIN contain a word, which is not a number. The table stays as it was, with the rows.
	third := breadFiles(kindNumber, map[string]string{
		"DOUGH": "SELECT n.id AS id FROM " + schema + ".need AS n", "CAKE": "SELECT d.id AS id FROM {{ ref('SHOP', 'DOUGH') }} AS d",
	})
	bad := f.plan(third)
	failed = f.deployPlan(bad.ID, confirm, "failed")
	if f.status() != "Failed Deploy" {
		t.Errorf("the environment is %s", f.status())
	}
	f.wantKind(session, schema, "rye")
	exec("UPDATE %s.grain SET kind = '8'")
	resume = environmentsPath + "/" + f.environment + "/deployments/" + failed + "/resume"
	f.await(counter(t, f.Post(f.token, resume, confirm)), "completed")
	f.wantNoChanges(third)
	f.wantKind(session, schema, "8")

	var back planResponse
	f.Post(f.token, f.plansPath(), object{"deployment": firstRun}).Want(http.StatusCreated).JSON(&back)
	f.deployPlan(back.ID, confirm, "completed")
	f.wantNoChanges(first)
	f.wantKind(session, schema, "8")
	f.await(f.startRun(nil, nil), "completed")
	f.wantKind(session, schema, "rye")
	found, err := opened.Catalog(t.Context(), engine.Schema{Name: schema})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, relation := range found[engine.Schema{Name: schema}] {
		names = append(names, relation.Name)
	}
	if want := []string{"bread", "grain", "need"}; !slices.Equal(names, want) {
		t.Errorf("the schema has the tables %q, want %q", names, want)
	}
}

// wantKind checks the one row of GRAIN.
func (f *trinoFixture) wantKind(session engine.Session, schema, want string) {
	f.t.Helper()
	rows, err := session.Query(f.t.Context(), "SELECT CAST(kind AS varchar) FROM "+schema+".grain", 10)
	if err != nil || len(rows.Values) != 1 || rows.Values[0][0] != want {
		f.t.Errorf("GRAIN has the rows %v, %v; want %s", rows.Values, err, want)
	}
}
