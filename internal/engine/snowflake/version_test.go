package snowflake_test

import (
	"testing"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/snowflaketest"
)

// The marker of a replacement is the comment of the table. Another change keeps it, and moves the snapshot.
func TestVersionsShowTheMarker(t *testing.T) {
	t.Parallel()
	e := opened(t, snowflaketest.Fakesnow(t), 0)
	t.Cleanup(func() { _ = e.Close() })
	schema := engine.Schema{Name: "MARKED"}
	if err := e.Prepare(t.Context(), []engine.Schema{schema}); err != nil {
		t.Fatal(err)
	}
	s, err := e.Session(t.Context(), engine.Label{WorkID: "w", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	d := e.Dialect()
	guard := dialect.Guard{Table: d.Qualify("", "MARKED", "T"), Marks: d.Qualify("", "MARKED", "marks"), Owner: "w", Epoch: 1}
	seen := map[string]bool{}
	for _, step := range []struct{ statement, marker string }{
		{"CREATE TABLE " + guard.Marks + " (owner VARCHAR, epoch INTEGER)", ""},
		{"", "first"},
		{"INSERT INTO " + guard.Table + " VALUES (2)", "first"},
		{"", "second"},
	} {
		text := step.statement
		if text == "" {
			text = d.ReplaceTableAs(dialect.TableReplacement{Guard: guard, Query: "SELECT 1 AS N", Marker: step.marker})
		}
		var ids []string
		s.(engine.QueryIdentifier).OnQueryID(func(id string) { ids = append(ids, id) })
		if _, err := s.Exec(t.Context(), text); err != nil || len(ids) != 1 {
			t.Fatalf("%v, ids %v\n%s", err, ids, text)
		}
		table := engine.Table{Schema: schema, Name: "T"}
		versions, err := e.(engine.VersionReader).Versions(t.Context(), []engine.Table{table, {Schema: schema, Name: "MISSING"}})
		if err != nil || step.marker == "" && len(versions) > 0 || step.marker != "" && (len(versions) != 1 || versions[table].Marker != step.marker) {
			t.Fatalf("%v, %v\n%s", versions, err, text)
		}
		guard.Snapshot = versions[table].Snapshot
		if step.marker != "" && seen[guard.Snapshot] {
			t.Errorf("the snapshot is %q again after\n%s", guard.Snapshot, text)
		}
		seen[guard.Snapshot] = true
	}
}
