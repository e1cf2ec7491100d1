package enginekind_test

import (
	"slices"
	"testing"

	"github.com/millrace/millrace/internal/enginekind"
)

func TestNamesAreFound(t *testing.T) {
	t.Parallel()
	want := []string{"duckdb", "ducklake", "postgres", "trino", "snowflake", "databricks", "bigquery", "fabric"}
	if got := enginekind.Names(); !slices.Equal(got, want) {
		t.Errorf("the kinds are %v", got)
	}
	for _, name := range want {
		if facts, ok := enginekind.Lookup(name); !ok || facts.Name != name {
			t.Errorf("%s has the facts %+v, %t", name, facts, ok)
		}
		if got := enginekind.IsEmbedded(name); got != (name == enginekind.DuckDB) {
			t.Errorf("%s is embedded: %t", name, got)
		}
	}
}

func TestUnknownKindHasNoFacts(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "oracle", "DuckDB"} {
		if _, ok := enginekind.Lookup(name); ok || enginekind.IsEmbedded(name) || enginekind.DefaultDatabase(name) != "" {
			t.Errorf("%q has facts", name)
		}
	}
}
