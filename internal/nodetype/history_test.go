package nodetype_test

import (
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/transform"
)

// keepingHistory returns the types that keep the history of CITY and overwrite NAME.
func keepingHistory() map[string]func() *transform.Node {
	return map[string]func() *transform.Node{
		"persistentStage": func() *transform.Node { return yamlNode("persistentStage", people("CITY VARCHAR(20) tracked"), "A") },
		"Dimension":       func() *transform.Node { return yamlNode("Dimension", people("CITY VARCHAR(20) tracked"), "A") },
		"DimensionSQL":    func() *transform.Node { return historyQuery("Dimension", "key") },
		"Snapshot":        func() *transform.Node { return historyQuery("Snapshot", "unique") },
	}
}

func historyQuery(kind transform.NodeTypeID, key string) *transform.Node {
	//nolint:unqueryvet // a star returns the columns in another order than the node has them
	return sqlNode(kind, `SELECT * FROM {{ ref('SRC', 'A') }}`, columns("CITY ? tracked", "NAME ?", "ID ? "+key)...)
}

// checkHistory asserts the invariants of any history: versions count from one without a gap, each version ends when the
// next one starts, and the last one is current and has no end.
func (w *warehouse) checkHistory() {
	w.t.Helper()
	table := w.name("out", "T")
	w.expectQuery(`SELECT a."ID", a."SYSTEM_VERSION" FROM ` + table + ` AS a
		LEFT JOIN ` + table + ` AS b ON (a."ID" = b."ID" OR a."ID" IS NULL AND b."ID" IS NULL) AND b."SYSTEM_VERSION" = a."SYSTEM_VERSION" + 1
		WHERE a."SYSTEM_START_DATE" >= a."SYSTEM_END_DATE"
		   OR a."SYSTEM_END_DATE" IS DISTINCT FROM COALESCE(b."SYSTEM_START_DATE", CAST('2999-12-31 00:00:00' AS TIMESTAMP))
		   OR a."SYSTEM_CURRENT_FLAG" IS DISTINCT FROM CASE WHEN b."SYSTEM_VERSION" IS NULL THEN 'Y' ELSE 'N' END`)
	w.expectQuery(`SELECT "ID" FROM ` + table + ` GROUP BY "ID" HAVING COUNT(*) <> MAX("SYSTEM_VERSION") OR MIN("SYSTEM_VERSION") <> 1`)
}

func TestHistoryOverChangingLoads(t *testing.T) {
	t.Parallel()
	loads := []struct{ rows, want []string }{
		{ // first load, with a NULL in every column
			rows: []string{"1,'Ann','Rome',1,NULL", "2,'Bob',NULL,1,NULL", "NULL,NULL,'Oslo',1,NULL"},
			want: []string{"1|Ann|Rome|1|Y", "2|Bob|-|1|Y", "-|-|Oslo|1|Y"},
		},
		{ // nothing tracked changes; a name does
			rows: []string{"1,'Anna','Rome',2,NULL", "2,'Bob',NULL,1,NULL", "NULL,NULL,'Oslo',1,NULL"},
			want: []string{"1|Anna|Rome|1|Y", "2|Bob|-|1|Y", "-|-|Oslo|1|Y"},
		},
		{ // from a value, from NULL, to NULL; a new key
			rows: []string{"1,'Anna','Paris',2,NULL", "2,'Bob','Bonn',1,NULL", "NULL,'Nemo',NULL,1,NULL", "3,'Cid','Lyon',1,NULL"},
			want: []string{
				"1|Anna|Rome|1|N", "1|Anna|Paris|2|Y", "2|Bob|-|1|N", "2|Bob|Bonn|2|Y", "-|-|Oslo|1|N", "-|Nemo|-|2|Y", "3|Cid|Lyon|1|Y",
			},
		},
		{ // back to the previous values; another key disappears and stays current
			rows: []string{"1,'Anna','Rome',2,NULL", "2,'Bob',NULL,1,NULL", "NULL,'Nemo',NULL,1,NULL"},
			want: []string{
				"1|Anna|Rome|1|N", "1|Anna|Paris|2|N", "1|Anna|Rome|3|Y", "2|Bob|-|1|N", "2|Bob|Bonn|2|N", "2|Bob|-|3|Y",
				"-|-|Oslo|1|N", "-|Nemo|-|2|Y", "3|Cid|Lyon|1|Y",
			},
		},
		{ // a tracked and an overwritten column at once: the closed row keeps its name
			rows: []string{"1,'Ann','Bern',2,NULL", "3,'Cid','Lyon',1,NULL"},
			want: []string{
				"1|Anna|Rome|1|N", "1|Anna|Paris|2|N", "1|Anna|Rome|3|N", "1|Ann|Bern|4|Y", "2|Bob|-|1|N", "2|Bob|Bonn|2|N", "2|Bob|-|3|Y",
				"-|-|Oslo|1|N", "-|Nemo|-|2|Y", "3|Cid|Lyon|1|Y",
			},
		},
	}
	for name, node := range keepingHistory() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(w *warehouse) {
				n := node()
				w.fill("A")
				w.create(n)
				w.run(n) // an empty source
				w.expect(`"ID"`)
				for i, load := range loads {
					w.fill("A", load.rows...)
					w.run(n)
					w.expect(`"ID", "NAME", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG"`, load.want...)
					w.checkHistory()
					w.expectUnchanged(n)
					if w.t.Failed() {
						w.t.Fatalf("after load %d", i+1)
					}
				}
			})
		})
	}
}

// The types of the table decide what a change is: a value that is stored as before is no change.
func TestRoundedValuesAreNoChange(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := yamlNode("Dimension", columns("ID INTEGER key", "AMOUNT DECIMAL(10,2) tracked", "CHANGED DATE tracked"), "A")
		w.fill("A", "1,'Ann','Rome',1.2345,TIMESTAMP '2024-05-06 07:08:09'")
		w.create(n)
		w.run(n)
		w.run(n)
		w.expect(`"ID", CAST("AMOUNT" AS VARCHAR), "CHANGED", "SYSTEM_VERSION"`, "1|1.23|2024-05-06 00:00:00|1")
	})
}

// A key of several columns, one of which may be NULL, identifies rows.
func TestKeyOfTwoColumns(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := yamlNode("Dimension", columns("ID INTEGER key required", "CITY VARCHAR key", "NAME VARCHAR tracked"), "A")
		w.fill("A", "1,'Ann','Rome',1,NULL", "1,'Bob',NULL,1,NULL", "2,'Cid',NULL,1,NULL")
		w.create(n)
		w.run(n)
		w.fill("A", "1,'Ann','Rome',1,NULL", "1,'Bea',NULL,1,NULL", "2,'Cid',NULL,1,NULL", "2,'Dora','Rome',1,NULL")
		w.run(n)
		w.expect(`"ID", "CITY", "NAME", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG"`,
			"1|Rome|Ann|1|Y", "1|-|Bob|1|N", "1|-|Bea|2|Y", "2|-|Cid|1|Y", "2|Rome|Dora|1|Y")
		w.expectUnchanged(n)
	})
}

// After history is switched off, closed rows stay as they are.
func TestHistoryThatWasSwitchedOff(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := yamlNode("Dimension", people("CITY VARCHAR tracked"), "A")
		w.fill("A", "1,'Ann','Rome',1,NULL")
		w.create(n)
		w.run(n)
		w.fill("A", "1,'Ann','Oslo',1,NULL")
		w.run(n)
		off := yamlNode("Dimension", people("CITY VARCHAR"), "A")
		w.fill("A", "1,'Ann','Bonn',1,NULL")
		w.run(off)
		w.expect(`"ID", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG"`, "1|Rome|1|N", "1|Bonn|2|Y")
		w.fill("A", "1,'Ann','Lyon',1,NULL")
		w.run(n)
		w.expect(`"ID", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG"`, "1|Rome|1|N", "1|Bonn|2|N", "1|Lyon|3|Y")
	})
}

func TestSnapshotByTimestamp(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := with(sqlNode("Snapshot", `SELECT "ID", "CITY", "CHANGED" FROM {{ ref('SRC', 'A') }}`, columns("ID ? unique", "CITY ?", "CHANGED ?")...),
			map[string]any{"snapshotStrategy": annotation("timestamp", "CHANGED")})
		row := func(id int, city, changed string) string { return fmt.Sprintf("%d,'x','%s',1,%s", id, city, changed) }
		w.fill("A", row(1, "Rome", "TIMESTAMP '2024-01-01 00:00:00'"), row(2, "Bonn", "NULL"))
		w.create(n)
		w.run(n)
		w.expectUnchanged(n)
		w.fill("A", row(1, "Oslo", "TIMESTAMP '2024-03-01 12:00:00'"), row(2, "Bern", "TIMESTAMP '2024-02-01 00:00:00'"))
		w.run(n)
		w.expectUnchanged(n)
		// A row that is older than the current one, and a change without a new time, are no changes.
		w.fill("A", row(1, "Nice", "TIMESTAMP '2024-02-01 00:00:00'"), row(2, "Linz", "TIMESTAMP '2024-02-01 00:00:00'"))
		w.expectUnchanged(n)
		w.expectQuery(`SELECT "ID", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE", "SYSTEM_END_DATE" FROM `+w.name("out", "T")+` WHERE "ID" = 1`,
			"1|Rome|1|N|2024-01-01 00:00:00|2024-03-01 12:00:00", "1|Oslo|2|Y|2024-03-01 12:00:00|2999-12-31 00:00:00")
		w.expectQuery(`SELECT "ID", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG" FROM `+w.name("out", "T")+` WHERE "ID" = 2`,
			"2|Bonn|1|N", "2|Bern|2|Y")
	})
}

func TestSnapshotOfDeletedRows(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := with(historyQuery("Snapshot", "unique"), map[string]any{"invalidateHardDeletes": true})
		const shown = `"ID", "CITY", "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_END_DATE" > CAST('2999-01-01' AS TIMESTAMP)`
		w.fill("A", "1,'Ann','Rome',1,NULL", "2,'Bob','Bonn',1,NULL", "NULL,'Nemo','Oslo',1,NULL")
		w.create(n)
		w.run(n)
		w.fill("A", "1,'Ann','Rome',1,NULL")
		w.run(n)
		w.expect(shown, "1|Rome|1|Y|true", "2|Bonn|1|N|false", "-|Oslo|1|N|false")
		w.expectUnchanged(n)
		w.fill("A", "1,'Ann','Rome',1,NULL", "2,'Bob','Bonn',1,NULL")
		w.run(n)
		w.expect(shown, "1|Rome|1|Y|true", "2|Bonn|1|N|false", "2|Bonn|2|Y|true", "-|Oslo|1|N|false")
		w.expectUnchanged(n)
	})
}

// A version of a key that reappears does not start before the time of the deletion.
func TestSnapshotByTimestampOfDeletedRows(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := with(sqlNode("Snapshot", `SELECT "ID", "CITY", "CHANGED" FROM {{ ref('SRC', 'A') }}`, columns("ID ? unique", "CITY ?", "CHANGED ?")...),
			map[string]any{"snapshotStrategy": annotation("timestamp", "CHANGED"), "invalidateHardDeletes": true})
		const row = "1,'x','Rome',1,TIMESTAMP '2024-01-01 00:00:00'"
		w.fill("A", row)
		w.create(n)
		w.run(n)
		w.fill("A")
		w.run(n)
		w.fill("A", row)
		w.run(n)
		w.expectUnchanged(n)
		table := w.name("out", "T")
		w.expectQuery(`SELECT "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG", "SYSTEM_START_DATE" > CAST('2025-01-01' AS TIMESTAMP) FROM `+table, "1|N|false", "2|Y|true")
		w.expectQuery(`SELECT 1 FROM ` + table + ` AS a JOIN ` + table + ` AS b ON b."SYSTEM_VERSION" = 2 AND a."SYSTEM_VERSION" = 1
			WHERE b."SYSTEM_START_DATE" < a."SYSTEM_END_DATE"`)
	})
}
