package projectfile_test

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// plainNode returns a node of the plain project.
func plainNode(t *testing.T, name string) *transform.Node {
	t.Helper()
	p, _ := projectfile.Read(os.DirFS("testdata/plain"), projectfile.Options{})
	for _, n := range p.Nodes {
		if n.Name == name {
			return n
		}
	}
	t.Fatalf("there is no node %s", name)
	return nil
}

func TestSQLNode(t *testing.T) {
	t.Parallel()
	got := plainNode(t, "LED_CUSTOMER")
	text := got.SQL.Text
	got.SQL = nil
	one := diagnostic.Position{Line: 11, Column: 3}
	two := diagnostic.Position{Line: 12, Column: 3}
	three := diagnostic.Position{Line: 13, Column: 3}
	want := &transform.Node{
		ID: "5e2b8f9c-11aa-4c1d-9d61-7a0d6f7c0e01", Name: "LED_CUSTOMER", Location: "MART", Kind: transform.SQLNode, Type: "31",
		Description: "Bookings of customers",
		Config: map[string]any{
			"partition": map[string]any{"parameters": []any{"CUSTOMER_ID"}},
			"index": []any{
				map[string]any{"parameters": []any{"CUSTOMER_ID", true}},
				map[string]any{"parameters": []any{"NAME", false}},
			},
		},
		Columns: []transform.Column{
			{
				ID: "CUSTOMER_ID", Name: "CUSTOMER_ID", Attributes: map[string]any{"isBusinessKey": true},
				Sources: []transform.ColumnSource{{Transform: `c."CUSTOMER_ID"`, At: one}}, At: one,
			},
			{
				ID: "name-column", Name: "NAME", Description: "In capitals", Nullable: true,
				Attributes: map[string]any{"masked": map[string]any{"parameters": []any{"partial"}}},
				Sources:    []transform.ColumnSource{{Transform: `UPPER(c."NAME")`, At: two}}, At: two,
			},
			{
				ID: "balance", Name: "balance", Nullable: true, Default: "0",
				Sources: []transform.ColumnSource{{Transform: "0", At: three}}, At: three,
			},
		},
		Sources: []transform.Source{{
			Name: "LED_CUSTOMER", SelectModifier: "DISTINCT",
			Join: "FROM {{ ref('WORK', 'STG_CUSTOMERS') }} c\nJOIN {{ ref_no_link('RAW', 'COUNTRIES') }} k ON k.\"CODE\" = c.\"NAME\"\n" +
				"WHERE c.\"CUSTOMER_ID\" > 0",
			Query:        got.Sources[0].Query, // the tests of sqltext check its value
			Dependencies: []transform.NodeRef{{Location: "WORK", Name: "STG_CUSTOMERS"}},
			NoLinkRefs:   []transform.NodeRef{{Location: "RAW", Name: "COUNTRIES"}},
			At:           diagnostic.Position{Line: 10, Column: 1},
			JoinAt:       diagnostic.Position{Line: 14, Column: 1},
		}},
		CTE:  "WITH recent AS (SELECT 1 AS one)",
		File: "nodes/MART-LED_CUSTOMER.sql",
		At:   diagnostic.Position{Line: 1, Column: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("the node differs (-want +got):\n%s\nof\n%s", diff, text)
	}
}

func TestStarsAndUnionsAreLeftOpen(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"SELECT * FROM {{ ref('A', 'B') }}",
		"SELECT b.*, 1 AS one FROM {{ ref('A', 'B') }} b",
		"SELECT 1 AS one UNION ALL SELECT 2 AS one",
		"SELECT {% for c in ['a', 'b'] %}{{ c }}{% endfor %} FROM t",
	} {
		n, found := projectfile.ParseNode("nodes/A-N.sql", "@id(\"1\")\n@nodeType(\"View\")\n"+body)
		if len(found) > 0 || n.Columns != nil || n.Sources != nil || n.SQL.Text == "" {
			t.Errorf("%s: columns %v, sources %v\n%s", body, n.Columns, n.Sources, texts(found))
		}
	}
}

// TestColumnsOfExpandedText checks the columns after a star is expanded: the text is no longer that of a file.
func TestColumnsOfExpandedText(t *testing.T) {
	t.Parallel()
	read, _ := sqltext.ReadNode(`SELECT b."X", b."Y" @tag("a") @tag("b") FROM t b`)
	spec := &transform.Spec{ColumnAnnotations: []transform.AnnotationSpec{{Name: "tag", AllowsMultiple: true}}}
	columns, source := projectfile.ColumnsOf(read, spec, projectfile.PositionedText{})
	wantTags := []any{map[string]any{"parameters": []any{"a"}}, map[string]any{"parameters": []any{"b"}}}
	want := []transform.Column{
		{ID: "X", Name: "X", Nullable: true, Sources: []transform.ColumnSource{{Transform: `b."X"`}}},
		{ID: "Y", Name: "Y", Nullable: true, Attributes: map[string]any{"tag": wantTags}, Sources: []transform.ColumnSource{{Transform: `b."Y"`}}},
	}
	if diff := cmp.Diff(want, columns); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(transform.Source{Join: "FROM t b", Query: `SELECT b."X", b."Y" FROM t b`}, source); diff != "" {
		t.Errorf("source (-want +got):\n%s", diff)
	}
}

// TestJoinHoldsEveryPartOfAUnion checks that templates that print the columns and the join do not lose the further
// parts.
func TestJoinHoldsEveryPartOfAUnion(t *testing.T) {
	t.Parallel()
	const head = "@id(\"1\")\n@nodeType(\"View\")\n"
	for name, tt := range map[string]struct{ body, want string }{
		"one part":   {"SELECT a @key\nFROM t -- note\nWHERE x\n;\n", "FROM t -- note\nWHERE x"},
		"two parts":  {"SELECT a @key\nFROM t\n\nUNION  ALL -- and\nSELECT b FROM u ORDER BY 1;", "FROM t\n\nUNION  ALL -- and\nSELECT b FROM u ORDER BY 1"},
		"three":      {"SELECT a FROM t UNION SELECT b FROM u EXCEPT SELECT c FROM v", "FROM t UNION SELECT b FROM u EXCEPT SELECT c FROM v"},
		"no FROM":    {"SELECT 1 AS one @key\nUNION ALL\nSELECT 2", "UNION ALL\nSELECT 2"},
		"with stars": {"WITH c AS (SELECT 1 UNION SELECT 2) SELECT * FROM c UNION SELECT * FROM d", "FROM c UNION SELECT * FROM d"},
		"sub-query":  {"SELECT (SELECT 1 FROM t) AS a FROM t UNION SELECT b FROM u", "FROM t UNION SELECT b FROM u"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read, problems := sqltext.ReadNode(head + tt.body)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			_, source := projectfile.ColumnsOf(read, nil, projectfile.PositionedText{Text: head + tt.body})
			if diff := cmp.Diff(tt.want, source.Join); diff != "" {
				t.Errorf("join (-want +got):\n%s", diff)
			}
		})
	}
}
