package sqltext_test

import (
	"database/sql"
	"maps"
	"slices"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2" //nolint:depguard // this test compares our parser with DuckDB's
	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/sqltext"
)

// inMemory opens an empty database that downloads nothing.
const inMemory = ":memory:?autoinstall_known_extensions=false&autoload_known_extensions=false&threads=1"

// findings are the properties of a query on which both parsers must agree.
type findings struct {
	// Columns, Relations and Using are sets, sorted.
	Columns, Relations, Using []string
	// Items describes the select list of the outermost select.
	Items []string
}

// TestReadQueryAgreesWithDuckDB reads the queries of a file with both parsers.
func TestReadQueryAgreesWithDuckDB(t *testing.T) {
	t.Parallel()
	db := openDuckDB(t)
	for _, text := range duckdbQueries(t) {
		tree := duckdbTree(t, db, text)
		w := newDuckdbWalk()
		w.walk(tree, nil)
		want := w.findings()
		want.Items = duckdbItems(tree["statements"].([]any)[0].(map[string]any)["node"].(map[string]any))
		query, err := sqltext.ReadQuery(text)
		if err != nil {
			t.Errorf("%s\n  %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, ourFindings(query)); diff != "" {
			t.Errorf("%s\n(-duckdb +ours)\n%s", text, diff)
		}
	}
}

// TestCanonicalFormMeansTheSameToDuckDB compares DuckDB's syntax trees of a query and of its canonical form.
func TestCanonicalFormMeansTheSameToDuckDB(t *testing.T) {
	t.Parallel()
	db := openDuckDB(t)
	for _, text := range duckdbQueries(t) {
		canonical := sqltext.Canonical(text)
		want, got := duckdbTree(t, db, text), duckdbTree(t, db, canonical)
		removePositions(want)
		removePositions(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n%s\n(-text +canonical)\n%s", text, canonical, diff)
		}
	}
}

// removePositions removes the positions in the text from a tree.
func removePositions(part any) {
	switch part := part.(type) {
	case []any:
		for _, element := range part {
			removePositions(element)
		}
	case map[string]any:
		delete(part, "query_location")
		for _, child := range part {
			removePositions(child)
		}
	}
}

func openDuckDB(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("duckdb", inMemory)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// duckdbQueries returns the queries that both parsers read.
func duckdbQueries(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, statement := range sqltext.Split(readText(t, "testdata/duckdb/queries.sql")) {
		found = append(found, statement.Text)
	}
	if len(found) < 100 {
		t.Fatalf("the file has %d queries, want 100 or more", len(found))
	}
	return found
}

// duckdbTree returns DuckDB's syntax tree of a query.
func duckdbTree(t *testing.T, db *sql.DB, query string) map[string]any {
	t.Helper()
	var tree map[string]any
	if err := db.QueryRow("SELECT json_serialize_sql($1::varchar)", query).Scan(&tree); err != nil {
		t.Fatalf("%s\n  %v", query, err)
	}
	if tree["error"] == true {
		t.Fatalf("%s\n  duckdb: %v", query, tree["error_message"])
	}
	return tree
}

func sorted(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
}

// ourFindings returns the findings in a Query.
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

// ourItem describes the properties of an item that both parsers report: DuckDB represents many operators as functions.
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
