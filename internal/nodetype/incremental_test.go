package nodetype_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
)

// events returns a table that grows with rows of A.
func events(strategy, key string, config map[string]any) *transform.Node {
	n := sqlNode("Incremental", `SELECT "ID", "NAME", "CHANGED" FROM {{ ref('SRC', 'A') }}`,
		columns("ID ? "+key, "NAME ?", "CHANGED ?")...)
	return with(with(n, config), map[string]any{"strategy": annotation(strategy)})
}

// event returns a row of A on a day of January.
func event(id, name, day string) string {
	changed := "NULL"
	if day != "" {
		changed = "TIMESTAMP '2024-01-" + day + " 00:00:00'"
	}
	return id + ",'" + name + "',NULL,1," + changed
}

// With every strategy, a repeated load changes nothing, and the table equals the result of a full load.
func TestIncrementalIsTheSameAsFull(t *testing.T) {
	t.Parallel()
	loads := [][]string{
		{event("1", "a", "01"), event("2", "b", "02"), event("9", "z", "")},
		{event("1", "a", "01"), event("2", "b", "02"), event("9", "z", ""), event("3", "c", "03"), event("4", "d", "04")},
		{event("1", "a", "01"), event("2", "b", "02"), event("9", "z", ""), event("3", "c", "03"), event("4", "D", "05"), event("5", "e", "05")},
	}
	for name, n := range map[string]func() *transform.Node{
		"merge": func() *transform.Node {
			return events("merge", "unique", map[string]any{"watermark": annotation("CHANGED")})
		},
		"merge all": func() *transform.Node { return events("merge", "unique", nil) },
		"merge by a key that the node names": func() *transform.Node {
			return events("merge", "", map[string]any{"watermark": annotation("CHANGED"), "uniqueKey": annotation("id")})
		},
		"delete_insert": func() *transform.Node {
			return events("delete_insert", "unique", map[string]any{"watermark": annotation("changed")})
		},
		"delete all": func() *transform.Node { return events("delete_insert", "unique", nil) },
		"no bounds": func() *transform.Node {
			return events("delete_insert", "", map[string]any{"interval": annotation("CHANGED")})
		},
		"lookback": func() *transform.Node {
			return events("delete_insert", "", map[string]any{"watermark": annotation("CHANGED"), "lookback": annotation(int64(2), "day")})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(w *warehouse) {
				n := n()
				w.fill("A")
				w.create(n)
				w.run(n)
				for _, rows := range loads {
					w.fill("A", rows...)
					w.run(n)
					grown, err := read(w.t.Context(), w.db, w.everything())
					if err != nil {
						w.t.Fatal(err)
					}
					w.expectUnchanged(n)
					w.parameters = map[string]any{"fullRefresh": "true"}
					w.run(n)
					w.parameters = nil
					w.expectQuery(w.everything(), grown...)
				}
			})
		})
	}
}

func TestAppendByWatermark(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := events("append", "", map[string]any{"watermark": annotation("CHANGED")})
		w.fill("A", event("8", "y", ""), event("9", "z", ""))
		w.create(n)
		w.run(n)
		w.expectUnchanged(n) // rows without a watermark are loaded once
		w.fill("A", event("1", "a", "01"), event("2", "b", "02"), event("8", "y", ""))
		w.run(n)
		w.expectUnchanged(n)
		// A late old row and a row that changed in place are not loaded. New rows are loaded, including duplicates.
		w.fill("A", event("1", "A", "01"), event("7", "g", "02"), event("3", "c", "03"), event("3", "c", "03"))
		w.run(n)
		w.expect(`"ID", "NAME"`, "8|y", "9|z", "1|a", "2|b", "3|c", "3|c")
		w.expectUnchanged(n)
	})
}

func TestMergeByWatermarkSeesRowsOfTheSameMoment(t *testing.T) {
	t.Parallel()
	onEngines(t, func(w *warehouse) {
		n := events("merge", "unique", map[string]any{"watermark": annotation("CHANGED")})
		w.fill("A", event("1", "a", "01"), event("2", "b", "02"))
		w.create(n)
		w.run(n)
		w.fill("A", event("1", "not seen", "01"), event("2", "b", "02"), event("3", "late", "02"))
		w.run(n)
		w.expect(`"ID", "NAME"`, "1|a", "2|b", "3|late")
		with(n, map[string]any{"lookback": annotation(int64(1), "day")})
		w.run(n)
		w.expect(`"ID", "NAME"`, "1|not seen", "2|b", "3|late")
	})
}

func TestIntervals(t *testing.T) {
	t.Parallel()
	first := []string{event("1", "a", "01"), event("2", "b", "02"), event("3", "c", "03"), event("4", "d", "04")}
	second := []string{event("1", "A", "01"), event("2", "B", "02"), event("5", "E", "03"), event("4", "D", "04")}
	for strategy, want := range map[string][]string{
		"append":        {"1|a", "2|b", "3|c", "4|D"},
		"merge":         {"1|a", "2|B", "3|c", "5|E", "4|D"},
		"delete_insert": {"1|a", "2|B", "5|E", "4|D"},
	} {
		t.Run(strategy, func(t *testing.T) {
			t.Parallel()
			onEngines(t, func(w *warehouse) {
				n := events(strategy, "unique", map[string]any{"interval": annotation("CHANGED", "from", "to")})
				w.fill("A", first...)
				w.create(n)
				w.parameters = map[string]any{"from": "2024-01-01", "to": "2024-01-04"}
				w.run(n)
				w.expect(`"ID", "NAME"`, "1|a", "2|b", "3|c")
				w.fill("A", second...)
				w.parameters = map[string]any{"from": "2024-01-02", "to": "2024-01-04"}
				w.run(n)
				w.expectUnchanged(n)
				w.parameters = map[string]any{"from": "2024-01-04"} // open to one side
				w.run(n)
				w.expectUnchanged(n)
				w.expect(`"ID", "NAME"`, want...)
			})
		})
	}
}

// Unsupported combinations of options are rejected with a message.
func TestUnsupportedOptionsAreRejected(t *testing.T) {
	t.Parallel()
	plain := func(kind transform.NodeTypeID) *transform.Node {
		return sqlNode(kind, "SELECT 1 AS \"ID\"", columns("ID INTEGER")...)
	}
	noFlag := yamlNode("Dimension", people("CITY VARCHAR tracked"), "A")
	noFlag.Columns = noFlag.Columns[1:4]
	for want, n := range map[string]*transform.Node{
		"a dimension needs a business key":              plain("Dimension"),
		"a snapshot needs a key":                        plain("Snapshot"),
		"merging needs a key":                           events("merge", "", nil),
		"delete_insert needs to know":                   events("delete_insert", "", nil),
		"there is no strategy upsert":                   events("upsert", "", nil),
		"the node has no column nowhere":                events("append", "", map[string]any{"watermark": annotation("nowhere")}),
		"append does not support @lookback":             events("append", "", map[string]any{"watermark": annotation("ID"), "lookback": annotation(int64(1))}),
		`"fortnight" is not a unit of time`:             events("merge", "unique", map[string]any{"watermark": annotation("CHANGED"), "lookback": annotation(int64(1), "fortnight")}),
		"history needs a column that marks the current": noFlag,
	} {
		_, problem := workbench{platform: "duckdb", nodes: readable()}.render(t, n, render.Run)
		if !strings.Contains(problem, want) {
			t.Errorf("%s: %q, want %q", n.Type, problem, want)
		}
	}
}
