package compiler_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// project returns a small project: a seed M.ORDERS with the columns id, email and amount, and the given files.
func project(files map[string]string) fstest.MapFS {
	all := map[string]string{
		"data.yml":      "fileVersion: 3\nplatformKind: duckdb\n",
		"locations.yml": "fileVersion: 1\nlocations:\n  - M\n",
		"nodes/M-ORDERS.sql": "@id(\"orders\")\n@nodeType(\"View\")\n" +
			"SELECT 1 AS id, 'a@example.org' AS email, CAST(2 AS DECIMAL(10,2)) AS amount\n",
	}
	maps.Copy(all, files)
	fsys := make(fstest.MapFS, len(all))
	for name, text := range all {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// node returns a SQL node of the type Stage whose id is its name.
func node(name, query string) (file, text string) {
	return "nodes/M-" + name + ".sql", fmt.Sprintf("@id(%q)\n@nodeType(\"Stage\")\n%s\n", name, query)
}

func withNode(query string) fstest.MapFS {
	file, text := node("X", query)
	return project(map[string]string{file: text})
}

func columnNames(t *testing.T, c *compiler.Compilation, id transform.NodeID) string {
	t.Helper()
	n, ok := c.Node(id)
	if !ok {
		t.Fatalf("there is no node %s", id)
	}
	names := make([]string, len(n.Columns))
	for i := range n.Columns {
		names[i] = n.Columns[i].Name
	}
	return strings.Join(names, " ")
}

func TestFindings(t *testing.T) {
	t.Parallel()
	const orders = "FROM {{ ref('M', 'ORDERS') }} AS o"
	cases := map[string]struct{ query, want string }{
		"sound":                {"SELECT o.id " + orders, ""},
		"twice the same name":  {"SELECT o.id, o.amount AS id " + orders, "3:14: error: column id is defined twice"},
		"names by case alone":  {"SELECT o.id, o.amount AS ID " + orders, "as id and as ID"},
		"two stars":            {"SELECT a.*, b.* FROM {{ ref('M', 'ORDERS') }} a, {{ ref('M', 'ORDERS') }} b", "column email is defined twice"},
		"unknown node":         {"SELECT 1 AS a FROM {{ ref('M', 'ORDER') }} o", "3:23: error: there is no node ORDER in location M"},
		"unknown location":     {"SELECT 1 AS a FROM {{ ref('N', 'ORDERS') }} o", "there is no location N"},
		"unknown column":       {"SELECT o.total " + orders, "3:8: error: "},
		"a ref that is broken": {"SELECT 1 AS a FROM {{ ref('M') }} o", "error: "},
		"opaque":               {"SELECT * FROM read_csv('x.csv')", "3:15: warning: the columns of this SQL are not all known"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compiled := compiler.Compile(withNode(c.query), compiler.Options{})
			text := findings(compiled)
			if c.want == "" && text != "" || !strings.Contains(text, c.want) {
				t.Errorf("want %q, got\n%s", c.want, text)
			}
		})
	}
}

func findings(c *compiler.Compilation) string {
	lines := make([]string, len(c.Diagnostics))
	for i, d := range c.Diagnostics {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

func TestOneMistakeIsOneError(t *testing.T) {
	t.Parallel()
	c := compiler.Compile(withNode("SELECT 1 AS a FROM {{ ref('M') }} o"), compiler.Options{})
	if errors, _ := diagnostic.Count(c.Diagnostics); errors != 1 {
		t.Errorf("%d errors:\n%s", errors, findings(c))
	}
}

func TestUnionByNameHasTheColumnsOfBothBranches(t *testing.T) {
	t.Parallel()
	const orders = " FROM {{ ref('M', 'ORDERS') }}"
	c := compiler.Compile(withNode("SELECT id"+orders+" UNION ALL BY NAME SELECT email"+orders), compiler.Options{})
	if got := columnNames(t, c, "X"); got != "id email" {
		t.Errorf("columns %q\n%s", got, findings(c))
	}
}

// Refs without an edge still decide whose columns are resolved first. A long chain of them, processed by several
// goroutines, lets the race detector find unsynchronized accesses.
func TestStarsOverNodesWithoutALink(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 50 {
		next := fmt.Sprintf("A%02d", i+1)
		file, text := node(fmt.Sprintf("A%02d", i), "FROM {{ ref_no_link('M', '"+next+"') }} AS n")
		files[file] = text
	}
	file, text := node("A50", "SELECT 1 AS a, 2 AS b")
	files[file] = text
	fsys := project(files)
	c := compiler.Compile(fsys, compiler.Options{})
	if got := columnNames(t, c, "A00"); got != "a b" || findings(c) != "" {
		t.Errorf("columns %q\n%s", got, findings(c))
	}
	if again := c.Edit(fsys, "nodes/M-A00.sql"); again.Nodes()[0].Fingerprint != c.Nodes()[0].Fingerprint {
		t.Error("an edit that changes nothing moved a fingerprint")
	}
}

// The hint about an unknown ref depends on which nodes exist, so it is computed again when nodes are added or deleted.
func TestHintsFollowEdits(t *testing.T) {
	t.Parallel()
	fsys := withNode("SELECT 1 AS a FROM {{ ref('M', 'CUSTOMERZ') }} AS c")
	c := compiler.Compile(fsys, compiler.Options{})
	file, text := node("CUSTOMERS", "SELECT 1 AS a")
	fsys[file] = &fstest.MapFile{Data: []byte(text)}
	got, want := c.Edit(fsys, file), compiler.Compile(fsys, compiler.Options{})
	if hint := want.Diagnostics[0].Hint; !strings.Contains(hint, "CUSTOMERS") || got.Diagnostics[0].Hint != hint {
		t.Errorf("hint %q after the edit, %q from the start", got.Diagnostics[0].Hint, hint)
	}
}

// A schema may have the name of a column; its name is still not part of fingerprints.
func TestFingerprintsDoNotKnowSchemas(t *testing.T) {
	t.Parallel()
	prints := map[string]bool{}
	for _, schema := range []string{"core", "email", "id"} {
		fsys := withNode("SELECT o.id, o.email FROM {{ ref('M', 'ORDERS') }} AS o")
		mapping := "locations:\n  M:\n    schema: " + schema + "\n"
		fsys["workspace.yml"] = &fstest.MapFile{Data: []byte(mapping)}
		n, _ := compiler.Compile(fsys, compiler.Options{}).Node("X")
		prints[n.Fingerprint] = true
	}
	if len(prints) != 1 {
		t.Errorf("%d fingerprints of one node", len(prints))
	}
}

func TestJobsThatPickNothing(t *testing.T) {
	t.Parallel()
	job := "fileVersion: 1\nid: \"1\"\nname: Nothing\ntype: Job\nincludeSelector: \"{ ORDERS }\"\nexcludeSelector: \"{ location: M }\"\n"
	c := compiler.Compile(project(map[string]string{"jobs/Nothing-1.yml": job}), compiler.Options{})
	if text := findings(c); !strings.Contains(text, "removes every node") {
		t.Errorf("got %q", text)
	}
}

// Nodes that depend on each other are reported with the path of the cycle; the rest of the project stays usable.
func TestCycles(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for name, other := range map[string]string{"A": "B", "B": "C", "C": "A"} {
		file, text := node(name, "SELECT x.a FROM {{ ref('M', '"+other+"') }} AS x")
		files[file] = text
	}
	fsys := project(files)
	c := compiler.Compile(fsys, compiler.Options{})
	if text := findings(c); !strings.Contains(text, "M.A → M.C → M.B → M.A") {
		t.Errorf("got %q", text)
	}
	if n, _ := c.Node("orders"); n.Create == nil || n.Fingerprint == "" {
		t.Error("a node outside of the cycle is affected")
	}
	file, text := node("C", "SELECT 1 AS a")
	fsys[file] = &fstest.MapFile{Data: []byte(text)}
	if next := c.Edit(fsys, file); findings(next) != "" {
		t.Errorf("after the fix: %s", findings(next))
	}
}

func TestTemplatesThatRenderToNothing(t *testing.T) {
	t.Parallel()
	definition := "fileVersion: 2\nid: \"9\"\nname: Nothing\ntype: NodeType\nmetadata:\n  nodeMetadataSpec: \"\"\n"
	c := compiler.Compile(project(map[string]string{
		"nodeTypes/Nothing-9/definition.yml": definition,
		"nodeTypes/Nothing-9/create.sql.j2":  "{% if false %}{{ stage('Create') }} CREATE TABLE t (a INT){% endif %}",
		"nodeTypes/Nothing-9/run.sql.j2":     "{% if false %}{{ stage('Load') }} SELECT 1{% endif %}",
		"nodes/M-X.sql":                      "@id(\"x\")\n@nodeType(\"9\")\nSELECT 1 AS a\n",
	}), compiler.Options{})
	for _, want := range []string{"the create template of Nothing renders to nothing", "the run template of Nothing renders to nothing"} {
		if text := findings(c); !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// A file that cannot be parsed causes one error; the nodes that read its node get none.
func TestBrokenFilesBlameNobodyElse(t *testing.T) {
	t.Parallel()
	fsys := withNode("SELECT o.id FROM {{ ref('M', 'BROKEN') }} AS o")
	fsys["nodes/M-BROKEN.yml"] = &fstest.MapFile{Data: []byte("id: [")}
	c := compiler.Compile(fsys, compiler.Options{})
	if errors, _ := diagnostic.Count(c.Diagnostics); errors != 1 {
		t.Errorf("%d errors:\n%s", errors, findings(c))
	}
}
