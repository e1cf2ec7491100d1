package contract_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/apptest"
)

// columnEdit is a change of the columns of a node that is written in SQL, and its text afterwards.
type columnEdit struct {
	name   string
	text   string
	change func(object)
	want   string
}

// edits makes several changes at once.
func edits(changes ...func(object)) func(object) {
	return func(n object) {
		for _, change := range changes {
			change(n)
		}
	}
}

// appendColumn adds a column after all others.
func appendColumn(column object) func(object) {
	return func(n object) {
		metadata := part(n, "metadata")
		columns, _ := metadata["columns"].([]any)
		metadata["columns"] = append(columns, map[string]any(column))
	}
}

func columnEdits() []columnEdit {
	return []columnEdit{
		{"rename", `SELECT "R"."A" AS X`, attribute("X", "name", "Y"), `SELECT "R"."A" AS Y @id("X")`},
		{"rename without an alias", `SELECT "R"."A"`, attribute("A", "name", "Y"), `SELECT "R"."A" AS "Y" @id("A")`},
		{"retype", `SELECT "R"."A" AS X`, attribute("X", "dataType", "BIGINT"), `SELECT CAST("R"."A" AS BIGINT) AS X`},
		{"retype without an alias", `SELECT "R"."A" @notNull`, attribute("A", "dataType", "BIGINT"), `SELECT CAST("R"."A" AS BIGINT) AS "A" @notNull`},
		{"retype a cast", `SELECT cast(("R"."A" + 1) AS integer) AS X`, attribute("X", "dataType", "DECIMAL(10, 2)"), `SELECT CAST(cast(("R"."A" + 1) AS integer) AS DECIMAL(10, 2)) AS X`},
		{
			"retype a sum of casts", `SELECT cast("R"."A" AS integer) + cast(1 AS integer) AS X`, attribute("X", "dataType", "BIGINT"),
			`SELECT CAST(cast("R"."A" AS integer) + cast(1 AS integer) AS BIGINT) AS X`,
		},
		{
			"rename, retype and describe", "SELECT\n  \"R\".\"A\" AS X, -- first\n  2 AS Z",
			edits(attribute("X", "dataType", "VARCHAR"), attribute("X", "description", "the key"), attribute("X", "name", "KEY")),
			"SELECT\n  CAST(\"R\".\"A\" AS VARCHAR) AS KEY @id(\"X\") @description(\"the key\"), -- first\n  2 AS Z",
		},
		{"new transform of the wanted type", `SELECT "R"."A" AS X`, edits(attribute("X", "transform", `"R"."B"`), attribute("X", "dataType", "VARCHAR")), `SELECT "R"."B" AS X`},
		{
			"new transform and type", `SELECT "R"."A" AS X`, edits(attribute("X", "transform", `"R"."B"`), attribute("X", "dataType", "DATE")),
			`SELECT CAST("R"."B" AS DATE) AS X`,
		},
		{"add", `SELECT "R"."A" AS X`, appendColumn(object{"name": "Y", "transform": "1 + 1"}), `SELECT "R"."A" AS X, 1 + 1 AS Y`},
		{"add with a type", `SELECT "R"."A" AS X`, appendColumn(object{"name": "Y", "dataType": "DATE"}), `SELECT "R"."A" AS X, CAST(NULL AS DATE) AS Y`},
		{
			"add with the type that it has", `SELECT "R"."A" AS X`, appendColumn(object{"name": "B", "dataType": "VARCHAR", "transform": `"R"."B"`}),
			`SELECT "R"."A" AS X, "R"."B" AS B`,
		},
		{
			"add the name of a renamed column", `SELECT "R"."A" AS X`, edits(attribute("X", "name", "Y"), appendColumn(object{"name": "X", "transform": "2"})),
			`SELECT "R"."A" AS Y @id("X"), 2 AS X @id("…")`,
		},
		{"add after a star", `SELECT *`, appendColumn(object{"name": "Y", "dataType": "DATE", "transform": "lower('x')"}), `SELECT *, CAST(lower('x') AS DATE) AS Y`},
		{"rename beside a star", `SELECT 1 AS X, "R".*`, attribute("X", "name", "Y"), `SELECT 1 AS Y @id("X"), "R".*`},
		{"retype beside a star", `SELECT "R".*, 1 AS X`, attribute("X", "dataType", "BIGINT"), `SELECT "R".*, CAST(1 AS BIGINT) AS X`},
		{"remove beside a star", `SELECT "R".*, 1 AS X`, dropColumn("X"), `SELECT "R".*`},
		{"rename in a union", `SELECT "R"."A" AS X FROM {{ ref('WORK', 'RAW') }} "R" UNION ALL SELECT 2`, attribute("X", "name", "Y"), `SELECT "R"."A" AS Y @id("X") FROM {{ ref('WORK', 'RAW') }} "R" UNION ALL SELECT 2`},
	}
}

// PUT of renamed, added and retyped columns edits the select list of the text.
func TestColumnsOfSQLNodeAreEdited(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	b.source("RAW", column("A", "INTEGER"), column("B", "VARCHAR"))
	for i, edit := range columnEdits() {
		from := ` FROM {{ ref('WORK', 'RAW') }} "R"`
		if strings.Contains(edit.text, "FROM") {
			from = ""
		}
		node := b.create(object{"nodeType": "StageSQL", "name": "NODE_" + string(rune('A'+i)), "sql": edit.text + from})
		before := columnIDsOf(node)
		edit.change(node)
		var after object
		b.set(node).Want(http.StatusOK).JSON(&after)
		if got, want := hideNewIDs(textOf(after)), "@nodeType(\"StageSQL\")\n"+edit.want+from; got != want {
			t.Errorf("%s: the text is\n%s\nwant\n%s", edit.name, got, want)
		}
		wanted, _ := part(node, "metadata")["columns"].([]any)
		for i, item := range wanted {
			column, _ := item.(map[string]any)
			got, _ := part(after, "metadata")["columns"].([]any)[i].(map[string]any)
			if got["name"] != column["name"] || wordOf(column["dataType"]) != "" && column["dataType"] != got["dataType"] {
				t.Errorf("%s: column %d is %v, want %v", edit.name, i, got, column)
			}
			if id := wordOf(column["columnID"]); id != "" && got["columnID"] != id {
				t.Errorf("%s: column %v has the id %v, and had %v", edit.name, got["name"], got["columnID"], before)
			}
		}
		if again := b.set(after).Want(http.StatusOK); !strings.Contains(string(again.Body), asJSON(t, after["sql"])) {
			t.Errorf("%s: sent back, the node is %s", edit.name, again.Body)
		}
	}
}

// hideNewIDs replaces UUIDs in annotations.
func hideNewIDs(text string) string {
	head, rest, isThere := strings.Cut(text, `@id("`)
	if !isThere {
		return text
	}
	id, tail, _ := strings.Cut(rest, `"`)
	if uuid.Validate(id) == nil {
		id = "…"
	}
	return head + `@id("` + id + `"` + hideNewIDs(tail)
}

// columnIDsOf returns the ids of the columns of a node by name.
func columnIDsOf(node object) map[string]string {
	found := map[string]string{}
	columns, _ := part(node, "metadata")["columns"].([]any)
	for _, item := range columns {
		column, _ := item.(map[string]any)
		found[wordOf(column["name"])] = wordOf(column["columnID"])
	}
	return found
}

// Changes that the select list cannot express are rejected.
func TestColumnsThatTextCannotExpressAreRejected(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	b.source("RAW", column("A", "INTEGER"), column("B", "VARCHAR"))
	const from = ` FROM {{ ref('WORK', 'RAW') }} "R"`
	for i, tt := range []struct {
		text   string
		change func(object)
		says   string
	}{
		{"SELECT *", attribute("A", "name", "X"), "metadata.columns[0].name"},
		{"SELECT *", attribute("A", "dataType", "BIGINT"), "metadata.columns[0].dataType"},
		{"SELECT *", dropColumn("A"), "metadata.columns"},
		{"SELECT {% if true %}1 AS A{% endif %}", attribute("A", "name", "X"), "metadata.columns[0].name"},
		{"SELECT 1 AS A UNION ALL SELECT 2", appendColumn(object{"name": "X", "transform": "1"}), "metadata.columns"},
		{"SELECT 1 AS A UNION ALL SELECT 2", attribute("A", "dataType", "DATE"), "metadata.columns[0].dataType"},
		{"SELECT 1 AS A", attribute("A", "dataType", "BIGINT) FROM x --"), "metadata.columns[0]"},
	} {
		text := tt.text + from
		if strings.Contains(tt.text, "UNION") {
			text = tt.text
		}
		node := b.create(object{"nodeType": "StageSQL", "name": "NODE_" + string(rune('A'+i)), "sql": text})
		tt.change(node)
		wantFault(t, b.set(node), http.StatusBadRequest, tt.says)
		if after := b.node(wordOf(node["id"])); after["sql"] != node["sql"] {
			t.Errorf("refused, and yet the text is %v", after["sql"])
		}
	}
}

// The ids of the columns of a SQL node are UUIDs. They stay when the node is edited, and other nodes refer to them.
func TestColumnIDsOfSQLNodeAreStable(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		b := newWorkspaceFixture(t, database)
		node := b.create(object{"nodeType": "DimensionSQL", "name": "ORDERS", "sql": "SELECT 1 AS ID @businessKey, 'x' AS NAME, 2 AS LAST"})
		id, first := wordOf(node["id"]), columnIDsOf(node)
		for name, column := range first {
			if parsed, err := uuid.Parse(column); err != nil || parsed.String() != column {
				t.Errorf("the id of %s is %q", name, column)
			}
		}
		reader := b.create(object{"nodeType": "View", "predecessorNodeIDs": []string{id}})
		wantReference(t, reader, "NAME", id, first["NAME"])
		b.set(reader).Want(http.StatusOK) // as the client got it
		wantReference(t, b.node(wordOf(reader["id"])), "NAME", id, first["NAME"])

		change := func(changes ...func(object)) map[string]string {
			t.Helper()
			node := b.node(id)
			edits(changes...)(node)
			b.set(node).Want(http.StatusOK)
			return columnIDsOf(b.node(id))
		}
		if got := change(attribute("NAME", "description", "who"), attribute("ID", "transform", "3"), dropColumn("LAST")); got["NAME"] != first["NAME"] || got["ID"] != first["ID"] {
			t.Errorf("after other changes the ids are %v, and were %v", got, first)
		}
		renamed := change(attribute("NAME", "name", "LABEL"), attribute("ID", "dataType", "BIGINT"))
		if renamed["LABEL"] != first["NAME"] || renamed["ID"] != first["ID"] {
			t.Errorf("after a new name and a new type the ids are %v, and were %v", renamed, first)
		}
		if again := change(attribute("LABEL", "name", "TITLE")); again["TITLE"] != first["NAME"] {
			t.Errorf("after a second name the ids are %v, and were %v", again, first)
		}
		wantReference(t, b.node(wordOf(reader["id"])), "NAME", id, first["NAME"])
		var traced struct {
			Columns []struct{ Column, ColumnID string }
		}
		b.Get(b.token, b.path+"/nodes/"+id+"/lineage?column="+first["NAME"]).Want(http.StatusOK).JSON(&traced)
		if len(traced.Columns) != 1 || traced.Columns[0].Column != "TITLE" || traced.Columns[0].ColumnID != first["NAME"] {
			t.Errorf("the lineage by id is %+v", traced)
		}
		var list struct{ Data []object }
		b.Get(b.token, b.path+"/nodes?detail=true").Want(http.StatusOK).JSON(&list)
		at := slices.IndexFunc(list.Data, func(n object) bool { return n["id"] == id })
		if got := columnIDsOf(list.Data[at]); got["TITLE"] != first["NAME"] {
			t.Errorf("in the list the ids are %v", got)
		}
	})
}

// wantReference checks which column of which node a column refers to.
func wantReference(t *testing.T, node object, name, nodeID, columnID string) {
	t.Helper()
	sources, _ := columnNamed(node, name)["sources"].([]any)
	if got, want := asJSON(t, sources), `"columnReferences":[{"columnID":"`+columnID+`","nodeID":"`+nodeID+`"}]`; !strings.Contains(got, want) {
		t.Errorf("%s refers to %s, want %s", name, got, want)
	}
}

// Two predecessors with a column of the same name: both columns stay, the second with a number.
func TestSecondColumnOfOneNameGetsNumber(t *testing.T) {
	t.Parallel()
	b := newWorkspaceFixture(t, apptest.Database{})
	var ids []string
	for name, columns := range map[string][]object{
		"A_ORDERS": {column("ID", "INTEGER"), column("NAME", "VARCHAR")}, "B_CUSTOMERS": {column("ID", "INTEGER"), column("Name", "VARCHAR")},
		"C_PLACES": {column("ID", "INTEGER"), column("ID_2", "INTEGER")},
	} {
		ids = append(ids, name+"/"+wordOf(b.source(name, columns...)["id"]))
	}
	slices.Sort(ids)
	for i := range ids {
		_, ids[i], _ = strings.Cut(ids[i], "/")
	}
	for _, kind := range []string{"Stage", "StageSQL"} {
		node := b.create(object{"nodeType": kind, "predecessorNodeIDs": ids})
		names, references := columnsOf(node)
		if got, want := strings.Join(names, " "), "ID NAME ID_2 Name_2 ID_3 ID_2_2"; got != want {
			t.Errorf("%s has the columns %s, want %s", kind, got, want)
		}
		for name, from := range map[string]string{"ID": ids[0], "ID_2": ids[1], "Name_2": ids[1], "ID_3": ids[2], "ID_2_2": ids[2]} {
			if references[name] != from {
				t.Errorf("%s: %s comes from %v, want %s", kind, name, references[name], from)
			}
		}
		if found := b.problemsOf(node); len(found) > 0 {
			t.Errorf("%s has problems: %v", kind, found)
		}
	}
}

// problemsOf returns the errors of a node.
func (b *workspaceFixture) problemsOf(node object) []map[string]any {
	b.t.Helper()
	var validation struct{ Diagnostics []map[string]any }
	b.Get(b.token, b.path+"/validation").Want(http.StatusOK).JSON(&validation)
	return slices.DeleteFunc(validation.Diagnostics, func(d map[string]any) bool { return d["severity"] != "error" || d["nodeID"] != node["id"] })
}
