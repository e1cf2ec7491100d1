package workspace_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// selectStep is a change of the columns of a node that is written in SQL, and its text afterwards.
type selectStep struct {
	name   string
	text   string
	change func(*transform.Node)
	want   string
}

func column(n *transform.Node, name string) *transform.Column {
	at := slices.IndexFunc(n.Columns, func(c transform.Column) bool { return c.Name == name })
	return &n.Columns[at]
}

func selectSteps() []selectStep {
	expression := func(text string) []transform.ColumnSource { return []transform.ColumnSource{{Transform: text}} }
	return []selectStep{
		{
			"an alias is added when the expression no longer names the column", "SELECT t.a, t.b FROM t",
			func(n *transform.Node) { column(n, "a").Sources = expression("t.a + 1") }, "SELECT t.a + 1 AS a, t.b FROM t",
		},
		{
			"names can be exchanged", "SELECT 1 AS a, 2 AS b",
			func(n *transform.Node) { n.Columns[0].Name, n.Columns[1].Name = "b", "a" }, "SELECT 1 AS b @id(\"a\"), 2 AS a @id(\"b\")",
		},
		{
			"comments stay where they are when the order changes", "SELECT\n  1 AS a, -- first\n  2 AS b -- second\n",
			func(n *transform.Node) { slices.Reverse(n.Columns) }, "SELECT\n  2 AS b, -- first\n  1 AS a -- second\n",
		},
		{
			"a new column gets a line and quotes", "SELECT\n  1 AS a\nFROM t",
			func(n *transform.Node) {
				n.Columns = append(n.Columns, transform.Column{Name: "Odd \"Name\"", Nullable: true, Sources: expression("2")})
			},
			"SELECT\n  1 AS a,\n  2 AS \"Odd \"\"Name\"\"\"\nFROM t",
		},
		{
			"a cast stays when the type changes", "SELECT CAST(t.a AS DATE) AS a FROM t",
			func(n *transform.Node) { column(n, "a").DataType = "TIMESTAMP" }, "SELECT CAST(CAST(t.a AS DATE) AS TIMESTAMP) AS a FROM t",
		},
		{
			"the case of a type does not matter", "SELECT CAST(t.a AS INTEGER) AS a FROM t",
			func(n *transform.Node) { column(n, "a").DataType = "integer" }, "SELECT CAST(t.a AS INTEGER) AS a FROM t",
		},
		{
			"the first and the last column can be removed", "SELECT 1 AS a, 2 AS b, 3 AS c",
			func(n *transform.Node) { n.Columns = n.Columns[1:2] }, "SELECT 2 AS b",
		},
	}
}

// Changes of columns are written into the select list, and the rest of the text stays.
func TestColumnsAreWrittenIntoSelectList(t *testing.T) {
	t.Parallel()
	for _, step := range selectSteps() {
		t.Run(step.name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.view()
			const file, head = "nodes/WORK-TEXT.sql", "@id(\"1\") @nodeType(\"StageSQL\")\n"
			f.put(map[string][]byte{file: []byte(head + step.text)})
			n, err := f.Node(t.Context(), f.actor.Organization, f.id, "1")
			must(t, err)
			draft := *n.Node.Node
			draft.Columns = slices.Clone(draft.Columns)
			step.change(&draft)
			_, err = f.SetNode(t.Context(), f.actor, f.id, "1", workspace.NodeDraft{Node: draft})
			must(t, err)
			if got := f.file(file); got != head+step.want {
				t.Errorf("the text is\n%s\nwant\n%s", got, head+step.want)
			}
		})
	}
}
