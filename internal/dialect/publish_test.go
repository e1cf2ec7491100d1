package dialect_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/dialect"
)

func guardOf(d *dialect.Dialect) dialect.Guard {
	return dialect.Guard{
		Table: d.Qualify("C", "S", "T"), Snapshot: "7", Marks: d.Qualify("C", "_millrace", "marks"), Owner: "org/1/x", Epoch: 2,
	}
}

// TestPublishingStatementsAreGuarded: every publishing statement fails if the table or the owner of the run has changed.
func TestPublishingStatementsAreGuarded(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"trino", "snowflake"} {
		d := lookup(t, kind)
		guard := guardOf(d)
		merge, ok := d.GuardMerge("MERGE INTO "+guard.Table+
			" AS target\nUSING w AS loaded\nON target.k = loaded.k\nWHEN MATCHED THEN UPDATE SET a = loaded.a", guard)
		if !ok {
			t.Errorf("%s: the MERGE was not understood", kind)
		}
		for name, statement := range map[string]string{
			"replace": d.ReplaceTableAs(dialect.TableReplacement{Guard: guard, Query: "SELECT 1 AS a;", Marker: "org/1/x n 2"}),
			"append":  d.AppendRows([]string{`"A"`}, "SELECT 1", guard),
			"merge":   merge,
		} {
			for _, part := range []string{"'7'", "owner = 'org/1/x' AND epoch > 2", dialect.ErrorTableMoved, dialect.ErrorRunReplaced} {
				if !strings.Contains(statement, part) {
					t.Errorf("%s, %s: %q is missing in\n%s", kind, name, part, statement)
				}
			}
		}
	}
	if lookup(t, "duckdb").PublishesByStatement() || lookup(t, "postgres").PublishesByStatement() {
		t.Error("engines with transactions publish inside them")
	}
}

func TestReplaceTableAs(t *testing.T) {
	t.Parallel()
	d := lookup(t, "trino")
	r := dialect.TableReplacement{
		Guard: guardOf(d), Query: "SELECT 1 AS a", Marker: "m", Comment: "it's", Properties: []string{"partitioning = ARRAY['day']"},
	}
	replaced := d.ReplaceTableAs(r)
	want := `CREATE OR REPLACE TABLE "C"."S"."T" COMMENT 'it''s' WITH (partitioning = ARRAY['day'], extra_properties = MAP(ARRAY['millrace'], ARRAY['m'])) AS`
	if first, _, _ := strings.Cut(replaced, "\n"); first != want {
		t.Errorf("got %s", first)
	}
	r.Guard.Snapshot = ""
	created := d.ReplaceTableAs(r)
	if !strings.HasPrefix(created, `CREATE TABLE "C"."S"."T"`) || strings.Contains(created, "$refs") {
		t.Errorf("a table that must not exist: %s", created)
	}
}

func TestGuardMerge(t *testing.T) {
	t.Parallel()
	d := lookup(t, "trino")
	for statement, want := range map[string]string{
		"MERGE INTO t USING w AS loaded ON a = b WHEN MATCHED THEN DELETE":                                        "SELECT * FROM w\n",
		"MERGE INTO t USING \"s\".\"w\" loaded\nON (a = b) WHEN MATCHED THEN DELETE":                              "SELECT * FROM \"s\".\"w\"\n",
		"MERGE INTO t USING (SELECT 1 AS on_x FROM a JOIN b ON a.x = b.x) AS l ON 1 = 0 WHEN MATCHED THEN DELETE": "SELECT * FROM (SELECT 1 AS on_x FROM a JOIN b ON a.x = b.x)\n",
		"MERGE INTO t USING w ON a = b WHEN MATCHED THEN DELETE":                                                  "",
		"MERGE INTO t USING s.w ON a = b WHEN MATCHED THEN DELETE":                                                "",
		"MERGE INTO t USING w AS l ON a = b WHEN NOT MATCHED BY SOURCE THEN DELETE":                               "",
		"MERGE INTO t USING(SELECT 1 AS a) AS l ON 1 = 0 WHEN MATCHED THEN DELETE":                                "SELECT * FROM (SELECT 1 AS a)\n",
		"MERGE INTO t USING a JOIN b ON a.x = b.x ON t.x = a.x WHEN MATCHED THEN DELETE":                          "",
		"MERGE INTO t USING a, b AS l ON t.x = a.x WHEN MATCHED THEN DELETE":                                      "",
		"INSERT INTO t SELECT 1": "",
	} {
		guarded, ok := d.GuardMerge(statement, guardOf(d))
		if ok != (want != "") || !strings.Contains(guarded, want) {
			t.Errorf("%s:\n%v %s", statement, ok, guarded)
		}
	}
}
