package contract_test

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/pgtest"
)

// changeFixture is a platform with two environments on one engine: a field, whose run parameters determine the grain,
// and a bakery, which reads the grain as a source.
//
//	RAW.WHEAT ─▶ SIFTED (a view) ─▶ FLOUR ─┐
//	RAW.RYE ───▶ CRUST ────────────────────┴─▶ LOAF      ALONE reads nothing
type changeFixture struct {
	*deployedFixture

	field  *deployedFixture
	kind   string // of the engine
	engine string // the URL of its database; empty if it is embedded
}

func newChangeFixture(t *testing.T, database apptest.Database) *changeFixture {
	t.Helper()
	m := &deployedFixture{Platform: start(t, database), t: t}
	m.token = m.AdminToken()
	m.organization = m.Me(m.token).Organization.ID
	m.home = m.NewProject(m.token, "Bakery")
	kind, connection, engine := "duckdb", "", ""
	if database.IsPostgres() {
		engine = pgtest.Database(t)
		kind, connection = "postgres", newPostgres(m, engine)
	}
	field := *m
	m.environment, field.environment = newGrainEnvironment(m, "Bakery", connection), newGrainEnvironment(m, "Field", connection)
	m.ShareFile(m.environment, field.environment) // the bakery reads the tables of the field
	m.Deploy(m.organization, field.environment, fieldFiles(kind))
	m.Deploy(m.organization, m.environment, changeFiles(kind))
	return &changeFixture{deployedFixture: m, field: &field, kind: kind, engine: engine}
}

// newPostgres creates a connection to a database.
func newPostgres(m *deployedFixture, database string) string {
	m.t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		m.t.Fatal(err)
	}
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		m.t.Fatal(err)
	}
	secret := object{}
	if password, ok := address.User.Password(); ok {
		secret["password"] = password
	}
	return m.Post(m.token, connectionsPath, object{"name": "Grain", "platformKind": "postgres", "secret": secret, "settings": object{
		"host": address.Hostname(), "port": port, "database": address.Path[1:], "user": address.User.Username(), "sslmode": "disable",
	}}).Want(http.StatusCreated).Field("id")
}

func newGrainEnvironment(m *deployedFixture, name, connection string) string {
	body := object{"project": m.home, "name": name, "mappings": grainMappings("work"), "confirmSharedMappings": true}
	if connection != "" {
		body["connection"] = connection
	}
	return m.Post(m.token, environmentsPath, body).Want(http.StatusCreated).Field("id")
}

// grainMappings map the locations to the grain, and to a schema for the results.
func grainMappings(work string) object {
	return object{"RAW": object{"database": "", "schema": "raw"}, "WORK": object{"database": "", "schema": work}}
}

func grainFiles(kind string, nodes map[string]string) map[string][]byte {
	files := map[string][]byte{
		"data.yml":      []byte("defaultStorageMapping: WORK\nfileVersion: 3\nplatformKind: " + kind + "\n"),
		"locations.yml": []byte("defaultStorageMapping: WORK\nfileVersion: 1\nlocations:\n  - RAW\n  - WORK\n"),
	}
	for path, text := range nodes {
		files["nodes/"+path] = []byte(text)
	}
	return files
}

func fieldFiles(kind string) map[string][]byte {
	nodes := map[string]string{}
	for number, name := range []string{"WHEAT", "RYE"} {
		nodes["RAW-"+name+".sql"] = "@id(\"f1e1d000-0000-4000-8000-00000000000" + strconv.Itoa(number) + "\")\n@nodeType(\"Stage\")\n" +
			`SELECT cast(v.id AS integer) AS id, cast('{{ parameters.` + strings.ToLower(name) + ` | default('old') }}' AS varchar(9)) AS kind ` +
			"FROM (VALUES (1), (2)) AS v(id)\n"
	}
	nodes["RAW-HAND.sql"] = "@id(\"f1e1d000-0000-4000-8000-000000000009\")\n@nodeType(\"Stage\")\n" +
		"@preSQL('{{ parameters.hand | default(\"\") }}')\nSELECT cast(v.id AS integer) AS id FROM (VALUES (1)) AS v(id)\n"
	return grainFiles(kind, nodes)
}

// execSQL runs a statement in the engine outside of the platform. %s is the schema of the results.
func (b *changeFixture) execSQL(statement string) {
	b.t.Helper()
	schema := "work"
	if b.kind == "duckdb" {
		schema = "millrace.work"
	}
	parameters := object{"hand": strings.ReplaceAll(statement, "%s", schema)}
	b.field.await(b.field.startRun(object{"includeNodesSelector": "{ HAND }"}, parameters), "completed")
}

// changeNode returns the id of a node of the bakery.
func changeNode(name string) string {
	all := []string{"ALONE", "CRUST", "FLOUR", "LOAF", "RYE", "SIFTED", "WHEAT"}
	return "ba4e0000-0000-4000-8000-00000000000" + strconv.Itoa(slices.Index(all, name))
}

func changeFiles(kind string) map[string][]byte {
	nodes := map[string]string{}
	for _, name := range []string{"WHEAT", "RYE"} {
		nodes["RAW-"+name+".yml"] = strings.NewReplacer("NAME", name, "ID", changeNode(name)).Replace(grainSource)
	}
	for name, query := range map[string]string{
		"SIFTED": `SELECT w.id, w.kind FROM {{ ref('RAW', 'WHEAT') }} AS w`,
		"FLOUR":  `SELECT s.id, cast('{{ parameters.number | default('7') }}' AS integer) AS number FROM {{ ref('WORK', 'SIFTED') }} AS s`,
		"CRUST":  `SELECT r.id, r.kind FROM {{ ref('RAW', 'RYE') }} AS r`,
		"LOAF":   `SELECT f.id, c.kind FROM {{ ref('WORK', 'FLOUR') }} AS f JOIN {{ ref('WORK', 'CRUST') }} AS c ON c.id = f.id`,
		"ALONE":  `SELECT v.id, cast(pg_sleep({{ parameters.wait | default(0) }}) AS varchar(9)) AS slept FROM (VALUES (1)) AS v(id)`,
	} {
		kind := "Stage"
		if name == "SIFTED" {
			kind = "View"
		}
		nodes["WORK-"+name+".sql"] = "@id(\"" + changeNode(name) + "\")\n@nodeType(\"" + kind + "\")\n" + query + "\n"
	}
	return grainFiles(kind, nodes)
}

const grainSource = `fileVersion: 1
id: ID
name: NAME
operation:
  config: {}
  database: ""
  deployEnabled: true
  isMultisource: false
  locationName: RAW
  materializationType: table
  metadata:
    appliedNodeTests: []
    columns:
      - {columnReference: {columnCounter: c1, stepCounter: ID}, config: {}, dataType: INTEGER, name: id, nullable: true, sourceColumnReferences: []}
      - {columnReference: {columnCounter: c2, stepCounter: ID}, config: {}, dataType: VARCHAR(9), name: kind, nullable: true, sourceColumnReferences: []}
    cteString: ""
    enabledColumnTestIDs: []
    sourceMapping: []
  name: NAME
  overrideSQL: false
  schema: ""
  sqlType: Source
  type: sql
  version: 1
type: Node
`

// loadSources loads other data into the sources, or the same data again.
func (b *changeFixture) loadSources(parameters object) {
	b.t.Helper()
	b.field.await(b.field.startRun(nil, parameters), "completed")
}

// startChanged starts a run of the changed nodes.
func (b *changeFixture) startChanged(details, parameters object) string {
	b.t.Helper()
	if details == nil {
		details = object{}
	}
	details["onlyChanged"] = true
	return b.startRun(details, parameters)
}

// runChanged runs the changed nodes and returns why each node was built. It fails the test if a node that was not built
// has statements, or the other way round.
func (b *changeFixture) runChanged(details, parameters object, status string) (run string, built map[string]string) {
	b.t.Helper()
	run = b.startChanged(details, parameters)
	b.await(run, status)
	return run, b.reasons(run)
}

func (b *changeFixture) reasons(run string) map[string]string {
	b.t.Helper()
	var answer struct {
		Data []struct {
			Name, RunState, Reason string
			QueryResults           []queryResult
		}
	}
	b.Get(b.token, "/api/v1/runs/"+run+"/results").Want(http.StatusOK).JSON(&answer)
	built := map[string]string{}
	for _, node := range answer.Data {
		isBuilt := !strings.HasPrefix(node.Reason, "not built: ")
		if node.Reason == "" || isBuilt != (len(node.QueryResults) > 0) && node.RunState != "skipped" || !isBuilt && node.RunState != "complete" {
			b.t.Errorf("%s is %s with %d statements and the reason %q", node.Name, node.RunState, len(node.QueryResults), node.Reason)
		}
		if isBuilt {
			built[node.Name] = node.Reason
		}
	}
	return built
}

// wantBuilt compares why nodes were built. Wanted reasons are parts of the actual ones.
func wantBuilt(t *testing.T, got, want map[string]string) {
	t.Helper()
	for name, reason := range got {
		if part, isWanted := want[name]; !isWanted || !strings.Contains(reason, part) {
			t.Errorf("%s was built because %q, want %q", name, reason, part)
		}
	}
	for name := range want {
		if _, isBuilt := got[name]; !isBuilt {
			t.Errorf("%s was not built", name)
		}
	}
}
