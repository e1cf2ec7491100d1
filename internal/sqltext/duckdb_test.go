package sqltext_test

import (
	"database/sql"
	"maps"
	"os"
	"slices"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" //nolint:depguard // its parser is the oracle of this test
	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/sqltext"
)

// inMemory is a database that holds nothing and fetches nothing.
const inMemory = ":memory:?autoinstall_known_extensions=false&autoload_known_extensions=false&threads=1"

// findings is what two readers of one query must agree on.
type findings struct {
	// Columns, Relations and Using are sets, sorted.
	Columns, Relations, Using []string
	// Items describes the select list of the outermost select.
	Items []string
}

// TestReadQueryAgreesWithDuckDB reads a catalogue of shapes with both parsers.
func TestReadQueryAgreesWithDuckDB(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("duckdb", inMemory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	catalogue, err := os.ReadFile("testdata/duckdb/queries.sql")
	if err != nil {
		t.Fatal(err)
	}
	statements := sqltext.Split(string(catalogue))
	if len(statements) < 100 {
		t.Fatalf("the catalogue has %d queries, want 100 or more", len(statements))
	}
	for _, statement := range statements {
		want := duckdbFindings(t, db, statement.Text)
		query, err := sqltext.ReadQuery(statement.Text)
		if err != nil {
			t.Errorf("%s\n  %v", statement.Text, err)
			continue
		}
		if diff := cmp.Diff(want, ourFindings(query)); diff != "" {
			t.Errorf("%s\n(-duckdb +ours)\n%s", statement.Text, diff)
		}
	}
}

// duckdbFindings has DuckDB parse the query and looks through the tree that it makes of it.
func duckdbFindings(t *testing.T, db *sql.DB, query string) findings {
	t.Helper()
	var tree map[string]any
	if err := db.QueryRow("SELECT json_serialize_sql($1::varchar)", query).Scan(&tree); err != nil {
		t.Fatalf("%s\n  %v", query, err)
	}
	if failed, _ := tree["error"].(bool); failed {
		t.Errorf("%s\n  duckdb: %v", query, tree["error_message"])
		return findings{}
	}
	w := newDuckdbWalk()
	w.walk(tree, nil)
	found := w.findings()
	found.Items = duckdbItems(tree["statements"].([]any)[0].(map[string]any)["node"].(map[string]any))
	return found
}

func sorted(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
}

// ourFindings looks through what ReadQuery made of the query.
func ourFindings(query *sqltext.Query) findings {
	w := newOurWalk()
	w.query(query)
	found := findings{sorted(w.columns), sorted(w.relations), sorted(w.using), nil}
	first := query
	for first.Branches[0].Query != nil {
		first = first.Branches[0].Query
	}
	if s := first.Branches[0].Select; !s.IsValues && len(s.Items) > 0 {
		for _, item := range s.Items {
			found.Items = append(found.Items, ourItem(item))
		}
	} else if !s.IsValues {
		found.Items = []string{"star"}
	}
	return found
}

// ourItem describes an item as far as both parsers see the same in it: DuckDB writes many operators as functions.
func ourItem(item sqltext.Item) string {
	kind := "value"
	switch {
	case item.Star != nil && item.Star.Opaque == "":
		kind = "star"
	case item.Star != nil:
		return "pattern"
	case item.Expr.IsPlainColumn:
		kind = "column"
	case item.Expr.Cast != "" && item.Expr.Cast != "INTERVAL" && item.Expr.Literal == sqltext.NoLiteral:
		kind = "cast"
	case item.Expr.Function != "" && item.Expr.IsWindow:
		kind = "window"
	}
	if item.NameGiven {
		kind += " " + item.Name.Text
	}
	return kind
}
