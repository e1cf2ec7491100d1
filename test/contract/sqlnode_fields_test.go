package contract_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// sqlText is a text with everything that a user might write: annotations on one line, comments, unusual spaces.
const sqlText = "@nodeType(\"DimensionSQL\")   @testSQL(\"a\", \"SELECT 1\")\n" +
	"@preSQL('SELECT \"x\"') -- before the load\n" +
	"/* a comment */\n" +
	"SELECT\n" +
	"  1   AS ID @businessKey, -- the key\n" +
	"\n" +
	"  'é' AS NAME @description(\"who\") @testUnique\n" +
	"  , upper('x') AS \"Odd Name\"\n" +
	"WHERE 1 = 1;\n"

// sqlNode creates a node that is written in SQL.
func (b *workspaceFixture) sqlNode(name, text string) object {
	b.t.Helper()
	return b.create(object{"nodeType": "DimensionSQL", "name": name, "sql": text})
}

// textOf returns the text of a node without the line with its id.
func textOf(node object) string {
	_, text, _ := strings.Cut(wordOf(node["sql"]), "\n")
	return text
}

// columnNamed returns a column of a node for changing it.
func columnNamed(node object, name string) map[string]any {
	metadata, _ := node["metadata"].(map[string]any)
	columns, _ := metadata["columns"].([]any)
	for _, item := range columns {
		if column, _ := item.(map[string]any); strings.EqualFold(wordOf(column["name"]), name) {
			return column
		}
	}
	return nil
}

func part(node object, name string) map[string]any {
	value, _ := node[name].(map[string]any)
	return value
}

// textStep is a change of a node in SQL, and the resulting change of its text.
type textStep struct {
	name          string
	change        func(object)
	before, after string
}

func option(name string, value any) func(object) {
	return func(n object) { part(n, "config")[name] = value }
}

func attribute(column, name string, value any) func(object) {
	return func(n object) { columnNamed(n, column)[name] = value }
}

func field(name string, value any) func(object) {
	return func(n object) { n[name] = value }
}

// addColumn adds a column after those of the select list.
func addColumn(column object) func(object) {
	return func(n object) {
		metadata := part(n, "metadata")
		columns, _ := metadata["columns"].([]any)
		at := slices.IndexFunc(columns, func(c any) bool { return c.(map[string]any)["name"] == "Other Name" })
		metadata["columns"] = slices.Insert(columns, at+1, any(column))
	}
}

func dropColumn(name string) func(object) {
	return func(n object) {
		metadata := part(n, "metadata")
		columns, _ := metadata["columns"].([]any)
		metadata["columns"] = slices.DeleteFunc(columns, func(c any) bool { return c.(map[string]any)["name"] == name })
	}
}

func join(text string) func(object) {
	return func(n object) {
		sources, _ := part(n, "metadata")["sourceMapping"].([]any)
		source, _ := sources[0].(map[string]any)
		source["join"] = object{"joinCondition": text}
	}
}

func parameters(values ...any) object { return object{"parameters": values} }

// nodeSteps are successive changes that annotations of the node express.
func nodeSteps() []textStep {
	const last = "-- before the load\n"
	return []textStep{
		{"materialization", field("materializationType", "view"), last, last + "@materializationType(\"view\")\n"},
		{"another one", field("materializationType", "transient table"), `("view")`, `("transient table")`},
		{"deploy off", field("deployEnabled", false), "table\")\n", "table\")\n@deployDisabled\n"},
		{"deploy on", field("deployEnabled", "True"), "@deployDisabled\n", ""},
		{"that of its type", field("materializationType", nil), "@materializationType(\"transient table\")\n", ""},
		{"description", field("description", "all of \"them\""), last, last + "@description('all of \"them\"')\n"},
		{"no description", field("description", nil), "@description('all of \"them\"')\n", ""},
		{"option", option("truncateBefore", true), last, last + "@truncateBefore\n"},
		{"with parameters", option("truncateBefore", parameters(false)), "@truncateBefore", "@truncateBefore(false)"},
		{"off", option("truncateBefore", false), "@truncateBefore(false)\n", ""},
		{"numbers", option("testRowCount", parameters(1, -2.5, "it's")), last, last + "@testRowCount(1, -2.5, \"it's\")\n"},
		{"gone", option("testRowCount", nil), "@testRowCount(1, -2.5, \"it's\")\n", ""},
		{
			"a list", option("testSQL", []any{parameters("b", "SELECT 2"), parameters("c", "SELECT 3")}),
			"@testSQL(\"a\", \"SELECT 1\")\n@preSQL('SELECT \"x\"') " + last,
			"@testSQL(\"b\", \"SELECT 2\")\n@preSQL('SELECT \"x\"') " + last + "@testSQL(\"c\", \"SELECT 3\")\n",
		},
		{"a shorter list", option("testSQL", []any{parameters("c", "SELECT 3")}), "   @testSQL(\"b\", \"SELECT 2\")\n", "\n"},
		{"type", field("nodeType", "FactSQL"), "DimensionSQL", "FactSQL"},
		{"and back", field("nodeType", "DimensionSQL"), "FactSQL", "DimensionSQL"},
	}
}

// columnSteps are successive changes that annotations of columns express.
func columnSteps() []textStep {
	return []textStep{
		{"description", attribute("ID", "description", "the é"), "@businessKey,", "@businessKey @description(\"the é\"),"},
		{"none", attribute("NAME", "description", ""), " @description(\"who\")", ""},
		{"not null", attribute("Odd Name", "nullable", "false"), "\"Odd Name\"", "\"Odd Name\" @notNull"},
		{"null", attribute("Odd Name", "nullable", true), " @notNull", ""},
		{"default", attribute("NAME", "defaultValue", "'x'"), "@testUnique", "@testUnique @defaultValue(\"'x'\")"},
		{"id", attribute("ID", "columnID", "key"), "(\"the é\")", "(\"the é\") @id(\"key\")"},
		{"flag", attribute("NAME", "changeTracking", true), "'x'\")", "'x'\") @changeTracking"},
		{"flag off", func(n object) { delete(columnNamed(n, "NAME"), "testUnique") }, " @testUnique", ""},
		{"with parameters", attribute("ID", "testRange", parameters(1, 5)), "(\"key\")", "(\"key\") @testRange(1, 5)"},
		{"transform", attribute("ID", "transform", "2 + 1"), "  1   AS ID", "  2 + 1   AS ID"},
		{"name", attribute("ID", "name", "NUMBER"), "AS ID ", "AS NUMBER "},
		{"quoted name", attribute("Odd Name", "name", "Other Name"), "\"Odd Name\"", "\"Other Name\" @id(\"Odd Name\")"},
		{"new column", addColumn(object{"name": "LAST", "transform": "lower('Y')", "nullable": false}), "(\"Odd Name\")", "(\"Odd Name\"),\n    lower('Y') AS LAST @notNull"},
		{"column removed", dropColumn("NAME"), "  'é' AS NAME @defaultValue(\"'x'\") @changeTracking\n  , ", "  "},
		{"from", join("WHERE 2 = 2"), "WHERE 1 = 1", "WHERE 2 = 2"},
	}
}

// Changes that annotations can express are written into the text, and the rest of the text stays byte for byte.
func TestSQLNodeFieldsAreWrittenIntoText(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		for name, lineEnd := range map[string]string{"UNIX": "\n", "WINDOWS": "\r\n"} {
			id := wordOf(b.sqlNode(name, strings.ReplaceAll(sqlText, "\n", lineEnd))["id"])
			for _, step := range append(nodeSteps(), columnSteps()...) {
				node := b.node(id)
				if name == "WINDOWS" {
					step.before, step.after = strings.ReplaceAll(step.before, "\n", lineEnd), strings.ReplaceAll(step.after, "\n", lineEnd)
				}
				want := strings.Replace(wordOf(node["sql"]), step.before, step.after, 1)
				step.change(node)
				b.set(node).Want(http.StatusOK)
				after := b.node(id)
				if after["sql"] != want {
					t.Fatalf("%s, %s: the text is\n%s\nwant\n%s", name, step.name, after["sql"], want)
				}
				if b.set(after).Want(http.StatusOK); asJSON(t, b.node(id)) != asJSON(t, after) {
					t.Errorf("%s, %s: sent back, the node is another", name, step.name)
				}
			}
		}
	})
}

// Changes that annotations cannot express are rejected, and the message says what to do.
func TestInvalidSQLNodeFieldsAreRejected(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	orders := b.source("RAW", column("ORDER_ID", "INTEGER"))
	id := wordOf(b.sqlNode("ORDERS", sqlText)["id"])
	star := wordOf(b.create(object{"nodeType": "StageSQL", "name": "STAR", "sql": "SELECT * FROM {{ ref('WORK', 'RAW') }} \"R\""})["id"])
	metadata := func(name string, value any) func(object) {
		return func(n object) { part(n, "metadata")[name] = value }
	}
	for _, tt := range []struct {
		id     string
		change func(object)
		says   []string
	}{
		{id, field("overrideSQL", true), []string{"overrideSQL", "ORDERS", "change sql"}},
		{id, field("isMultisource", true), []string{"isMultisource", "UNION"}},
		{id, field("nodeType", "persistentStage"), []string{"Persistent Stage", "fileVersion 2"}},
		{id, field("nodeType", "Frog"), []string{"Frog"}},
		{id, field("nodeType", ""), []string{"node type"}},
		{id, metadata("cteString", "WITH a AS (SELECT 1)"), []string{"metadata.cteString", "WITH"}},
		{id, metadata("sourceMapping", []any{}), []string{"metadata.sourceMapping", "FROM"}},
		{id, metadata("appliedNodeTests", []any{object{"name": "t", "templateString": "SELECT 1"}}), []string{"appliedNodeTests", "@testSQL"}},
		{id, metadata("enabledColumnTestIDs", []any{"hasNull"}), []string{"enabledColumnTestIDs", "@testNotNull"}},
		{id, metadata("columns", []any{}), []string{"metadata.columns", "select list"}},
		{id, attribute("SYSTEM_VERSION", "name", "KEY"), []string{"metadata.columns[", ".name", "select list"}},
		{star, attribute("ORDER_ID", "dataType", "BIGINT"), []string{"metadata.columns[0].dataType", "CAST"}},
		{star, attribute("ORDER_ID", "name", "KEY"), []string{"metadata.columns[0].name", "select list"}},
		{star, attribute("ORDER_ID", "transform", "2"), []string{"metadata.columns[0].transform", "select list"}},
		{star, attribute("ORDER_ID", "sources", []any{object{"transform": "2"}}), []string{"metadata.columns[0].transform"}},
		{id, attribute("ID", "appliedColumnTests", object{"x": true}), []string{"appliedColumnTests", "@testNotNull"}},
		{id, attribute("SYSTEM_VERSION", "description", "mine"), []string{"description", "name the column"}},
		{id, attribute("ID", "isBusinessKey", "yes"), []string{"isBusinessKey", "parameters"}},
		{id, option("truncateBefore", "yes"), []string{"config.truncateBefore", "parameters"}},
		{id, option("truncateBefore", []any{true}), []string{"config.truncateBefore", "list"}},
		{id, option("truncateBefore", parameters(object{})), []string{"config.truncateBefore"}},
		{id, option("description", true), []string{"config.description", "field description"}},
		{id, field("sql", " \n"), []string{"sql is empty", "Leave it out"}},
		{id, field("materializationType", "a\nb"), []string{"materializationType", "one line"}},
		{id, option("no name", true), []string{"no name", "annotations"}},
		{id, func(n object) { n["description"], n["sql"] = "one", "@description(\"two\")\nSELECT 1 AS ID" }, []string{"description", "contradict"}},
		{star, attribute("ORDER_ID", "description", "mine"), []string{"metadata.columns[0].description", "name the column"}},
		{wordOf(orders["id"]), field("sql", "SELECT 1"), []string{"not written in SQL", "Leave sql out"}},
	} {
		before := b.node(tt.id)
		node := b.node(tt.id)
		tt.change(node)
		wantFault(t, b.set(node), http.StatusBadRequest, tt.says...)
		if after := b.node(tt.id); asJSON(t, after) != asJSON(t, before) {
			t.Errorf("refused, and yet the node is\n%s", asJSON(t, after))
		}
	}
}

// Fields that a body omits stay, and a new text may come with everything that it defines.
func TestSQLNodeBodyMayBePartial(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	made := b.sqlNode("ORDERS", sqlText)
	id := wordOf(made["id"])
	for _, body := range []object{
		{},
		{"config": nil, "metadata": nil, "deployEnabled": nil, "overrideSQL": nil},
		{"metadata": object{"columns": nil, "sourceMapping": nil}},
		{"database": "elsewhere", "table": "X", "predecessorNodeIDs": []any{"x"}, "ours": 1},
	} {
		body["id"], body["name"], body["nodeType"] = id, "ORDERS", "DimensionSQL"
		b.set(body).Want(http.StatusOK)
		if after := b.node(id); after["sql"] != made["sql"] {
			t.Errorf("after %v the text is\n%s", body, after["sql"])
		}
	}
	first := b.node(id)
	b.set(object{"id": id, "name": "ORDERS", "nodeType": "DimensionSQL", "sql": "SELECT 3 AS OTHER"}).Want(http.StatusOK)
	if after := b.node(id); textOf(after) != "@nodeType(\"DimensionSQL\")\nSELECT 3 AS OTHER" {
		t.Errorf("a text that does not say its type became\n%s", after["sql"])
	}
	other := b.node(id)
	other["sql"] = "@nodeType(\"DimensionSQL\")\n@materializationType(\"view\")\nSELECT 2 AS OTHER @notNull"
	b.set(other).Want(http.StatusOK)
	if after := b.node(id); after["materializationType"] != "view" || columnNamed(after, "OTHER") == nil {
		t.Errorf("the node is %s", asJSON(t, after))
	}
	delete(first, "version")
	b.set(first).Want(http.StatusOK) // an old response, complete
	after := b.node(id)
	delete(after, "version")
	if asJSON(t, after) != asJSON(t, first) {
		t.Errorf("the old answer was put, and the node is\n%s\nwant\n%s", asJSON(t, after), asJSON(t, first))
	}
}
