package refresh_test

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

func addStages(p project, tables map[string]table) {
	upper := node("Stage", "STG", rowColumns(), "EVENTS")
	upper.Columns[1].Sources[0].Transform = "UPPER({{SRC}})"
	p.add(upper)
	tables["STG"] = table{rule: replace(func(in inputs) []row {
		rows := append([]row{}, in.events...)
		for i := range rows {
			rows[i].name = strings.ToUpper(rows[i].name)
		}
		return rows
	})}
	p.add(with(node("Stage", "STG_ADD", rowColumns(), "EVENTS"), "truncateBefore", false))
	tables["STG_ADD"] = table{rule: add(events)}
	p.add(with(node("Stage", "STG_DISTINCT", rowColumns(), "EVENTS"), "selectDistinct", true))
	tables["STG_DISTINCT"] = table{rule: replace(distinctEvents)}
	for strategy, read := range map[string]func(inputs) []row{"INSERT": both, "UNION ALL": both, "UNION": bothDistinct} {
		name := "STG_" + strings.ReplaceAll(strategy, " ", "_")
		p.add(with(node("Stage", name, rowColumns(), "EVENTS", "MORE"), "insertStrategy", strategy))
		tables[name] = table{rule: replace(read)}
	}
	cte := node("Stage", "STG_WITH", rowColumns(), "EVENTS")
	cte.CTE = "WITH known AS (" + knownQuery + ")"
	cte.Sources[0].Join = `FROM known AS "EVENTS"`
	p.add(cte)
	tables["STG_WITH"] = table{rule: replace(knownEvents)}
	seed := with(node("Seed", "SEED", rowColumns()), "file", "seeds/rows.csv")
	p.add(seed)
	p.write("seeds/rows.csv", csvOf(nil))
	tables["SEED"] = table{rule: replace(events)}
	hooked := with(node("Stage", "STG_HOOKS", rowColumns(), "EVENTS"), "preSQL", logged("before"))
	p.add(with(hooked, "postSQL", logged("after")+"; "+logged("a;b")+";"))
	tables["STG_HOOKS"] = table{rule: replace(events)}
}

func distinctEvents(in inputs) []row { return distinct(in.events) }

func both(in inputs) []row         { return append(append([]row{}, in.events...), in.more...) }
func bothDistinct(in inputs) []row { return distinct(both(in)) }

// knownQuery selects the events with an id, and knownEvents computes its result.
const knownQuery = `SELECT "ID", "NAME", "CITY", "AMOUNT", "CHANGED" FROM {{ ref('SRC', 'EVENTS') }} WHERE "ID" IS NOT NULL`

func knownEvents(in inputs) []row {
	var rows []row
	for _, r := range in.events {
		if r.id != null {
			rows = append(rows, r)
		}
	}
	return rows
}

// logged returns a statement that records how many rows its node has.
func logged(when string) string {
	return fmt.Sprintf(`INSERT INTO {{ ref_no_link('SRC', 'LOG') }} ("NAME", "ID") SELECT '%s', COUNT(*) FROM {{ this }}`, when)
}

// expectHooks expects that each load found the rows of the previous load.
func (s *fixture) expectHooks() {
	s.t.Helper()
	log := s.name(src, "LOG")
	s.expect(`SELECT "NAME", COUNT(*) - `+strconv.Itoa(s.loads())+` FROM `+log+` GROUP BY "NAME"`, "before|0", "after|0", "a;b|0")
	s.expect(`SELECT SUM(CASE "NAME" WHEN 'after' THEN "ID" WHEN 'before' THEN -"ID" END) - (SELECT COUNT(*) FROM `+s.name(out, "STG_HOOKS")+`) FROM `+log, "0")
}

// addKeyed adds the node types that keep rows by a key, with a key and without.
func addKeyed(p project, tables map[string]table) {
	scd2 := table{history(people, cityChanged, useNew), true}
	for _, kind := range []transform.NodeTypeID{"persistentStage", "Dimension", "Fact"} {
		short := map[transform.NodeTypeID]string{"persistentStage": "PSTG", "Dimension": "DIM", "Fact": "FCT"}[kind]
		p.add(node(kind, short, rowColumns("ID key"), "PEOPLE"))
		tables[short] = table{overwrite(people), kind != "Fact"}
		p.add(node(kind, short+"_BOTH", rowColumns("ID key"), "PEOPLE", "MORE"))
		tables[short+"_BOTH"] = table{after(overwrite(people), overwrite(more)), kind != "Fact"}
		p.add(with(node(kind, short+"_RELOADED", rowColumns("ID key"), "PEOPLE"), "truncateBefore", true))
		tables[short+"_RELOADED"] = table{replace(people), kind != "Fact"}
	}
	p.add(node("persistentStage", "PSTG_HISTORY", rowColumns("ID key", "CITY tracked"), "PEOPLE"))
	tables["PSTG_HISTORY"] = scd2
	p.add(node("Dimension", "DIM_HISTORY", rowColumns("ID key", "CITY tracked"), "PEOPLE"))
	tables["DIM_HISTORY"] = scd2
	p.add(node("Dimension", "DIM_HISTORY_BOTH", rowColumns("ID key", "CITY tracked"), "PEOPLE", "MORE"))
	tables["DIM_HISTORY_BOTH"] = table{after(scd2.rule, history(more, cityChanged, useNew)), true}
	p.add(node("Fact", "FCT_UNTRACKED", rowColumns("ID key", "CITY tracked"), "PEOPLE")) // a fact keeps no history
	tables["FCT_UNTRACKED"] = table{rule: overwrite(people)}
	p.add(node("persistentStage", "PSTG_ADD", rowColumns(), "EVENTS"))
	tables["PSTG_ADD"] = table{add(events), true}
	p.add(node("Fact", "FCT_ADD", rowColumns(), "EVENTS"))
	tables["FCT_ADD"] = table{rule: add(events)}
}

func addViews(p project, tables map[string]table) {
	view := func(n *transform.Node, read func(inputs) []row) {
		n.Materialization = "view"
		p.add(n)
		tables[n.Name] = table{rule: replace(read)}
	}
	view(node("View", "V", rowColumns(), "EVENTS"), events)
	view(with(node("View", "V_DISTINCT", rowColumns(), "EVENTS"), "selectDistinct", true), distinctEvents)
	view(with(node("View", "V_UNION", rowColumns(), "EVENTS", "MORE"), "insertStrategy", "UNION"), bothDistinct)
	for _, kind := range []transform.NodeTypeID{"Stage", "Dimension", "Fact"} {
		view(node(kind, "V_OF_"+strings.ToUpper(string(kind)), rowColumns("ID key"), "EVENTS"), events)
	}
	own := node("View", "V_OWN", rowColumns(), "EVENTS")
	own.OverrideSQL = true
	own.Sources[0].CustomSQL = "CREATE OR REPLACE VIEW {{ this }} AS " + knownQuery
	view(own, knownEvents)
}

// selecting returns a query for rows. Each column gets the annotations that marks lists for it, such as "ID
// @businessKey".
func selecting(from string, marks ...string) string {
	var items []string
	for _, name := range rowNames {
		item := fmt.Sprintf("r.%q", name)
		for _, mark := range marks {
			if marked, annotation, _ := strings.Cut(mark, " "); marked == name {
				item += " " + annotation
			}
		}
		items = append(items, item)
	}
	return fmt.Sprintf("SELECT\n  %s\nFROM {{ ref('SRC', '%s') }} AS r", strings.Join(items, ",\n  "), from)
}

// addQueries adds the SQL versions of the YAML nodes.
func addQueries(p project, tables map[string]table) {
	for name, twin := range map[string]struct {
		table

		kind, text string
	}{
		"SQL_STG":     {table{rule: replace(events)}, "Stage", selecting("EVENTS")},
		"SQL_STG_ADD": {table{rule: add(events)}, "Stage", "@truncateBefore(false)\n" + selecting("EVENTS")},
		"SQL_UNION":   {table{rule: replace(bothDistinct)}, "Stage", selecting("EVENTS") + "\nUNION\n" + selecting("MORE")},
		"SQL_DIM":     {table{overwrite(people), true}, "Dimension", selecting("PEOPLE", "ID @businessKey")},
		"SQL_HISTORY": {
			table{history(people, cityChanged, useNew), true},
			"Dimension", selecting("PEOPLE", "ID @businessKey", "CITY @changeTracking"),
		},
		"SQL_FCT":     {table{rule: overwrite(people)}, "Fact", selecting("PEOPLE", "ID @businessKey")},
		"SQL_FCT_ADD": {table{rule: add(events)}, "Fact", selecting("EVENTS")},
		"SQL_V":       {table{rule: replace(events)}, "View", selecting("EVENTS")},
		"SQL_STG_V":   {table{rule: replace(events)}, "Stage", "@materializationType(\"view\")\n" + selecting("EVENTS")},
	} {
		p.query(twin.kind, name, twin.text)
		tables[name] = twin.table
	}
}

func addIncrementals(p project, tables map[string]table) {
	const watermark, interval = "@watermark(\"CHANGED\")\n", "@interval(\"CHANGED\")\n"
	byID, heap := selecting("PEOPLE", "ID @uniqueKey"), selecting("EVENTS")
	for name, tt := range map[string]struct {
		strategy, text string
		rule           rule
	}{
		"INC_APPEND":             {"append", heap, add(events)},
		"INC_APPEND_NEWER":       {"append", watermark + heap, appendNewer(events)},
		"INC_APPEND_INTERVAL":    {"append", interval + heap, appendInterval(events)},
		"INC_MERGE":              {"merge", byID, overwrite(people)},
		"INC_MERGE_NEWER":        {"merge", watermark + byID, mergeNewer(people)},
		"INC_MERGE_INTERVAL":     {"merge", interval + byID, mergeInterval(people)},
		"INC_SWAP_NEWER":         {"delete_insert", watermark + heap, swapNewer(events)},
		"INC_SWAP_INTERVAL":      {"delete_insert", interval + heap, swapInterval(events)},
		"INC_SWAP_NEWER_ID":      {"delete_insert", watermark + byID, swapNewerByID(people)},
		"INC_SWAP_INTERVAL_ID":   {"delete_insert", interval + byID, swapIntervalByID(people)},
		"INC_SWAP_INTERVAL_HEAP": {"delete_insert", interval + selecting("EVENTS", "ID @uniqueKey"), swapIntervalByID(events)},
	} {
		p.query("Incremental", name, fmt.Sprintf("@strategy(%q)\n%s", tt.strategy, tt.text))
		tables[name] = table{rule: tt.rule}
	}
}

func addSnapshots(p project, tables map[string]table) {
	const gone = "@invalidateHardDeletes\n"
	all, some := selecting("PEOPLE", "ID @uniqueKey"), selecting("PEOPLE", "ID @uniqueKey", "CITY @changeTracking")
	byTime := "@snapshotStrategy(\"timestamp\", \"CHANGED\")\n"
	check := history(people, anyChanged, keepOld)
	for name, tt := range map[string]struct {
		text string
		rule rule
	}{
		"SNAP":           {all, check},
		"SNAP_GONE":      {gone + all, after(closeMissing(people), check)},
		"SNAP_SOME":      {"@snapshotStrategy(\"check\")\n" + some, history(people, cityChanged, useNew)},
		"SNAP_TIME":      {byTime + all, history(people, isNewer, keepOld)},
		"SNAP_TIME_GONE": {gone + byTime + all, after(closeMissing(people), history(people, isNewer, keepOld))},
	} {
		p.query("Snapshot", name, tt.text)
		tables[name] = table{tt.rule, true}
	}
}
