package refresh_test

import (
	"fmt"
	"testing"
)

// grown are the tables that grow in this file, each by another strategy, all with rows by id.
func grown() project {
	p := newProject()
	p.add(source("EVENTS", rowColumns()...))
	byID := selecting("EVENTS", "ID @uniqueKey")
	for name, text := range map[string]string{
		"APPEND":        "@strategy(\"append\")\n@watermark(\"CHANGED\")\n" + selecting("EVENTS"),
		"MERGE":         "@strategy(\"merge\")\n@watermark(\"CHANGED\")\n@lookback(2, \"day\")\n" + byID,
		"SWAP":          "@strategy(\"delete_insert\")\n@watermark(\"CHANGED\")\n@lookback(2, \"day\")\n" + selecting("EVENTS"),
		"APPEND_PERIOD": "@strategy(\"append\")\n@interval(\"CHANGED\")\n" + selecting("EVENTS"),
		"MERGE_PERIOD":  "@strategy(\"merge\")\n@interval(\"CHANGED\")\n" + byID,
		"SWAP_PERIOD":   "@strategy(\"delete_insert\")\n@interval(\"CHANGED\")\n" + selecting("EVENTS"),
	} {
		p.query("Incremental", name, text)
	}
	return p
}

// happened is a row of a day.
func happened(id int, name string, on int) row {
	return row{fmt.Sprint(id), name, null, fmt.Sprintf("%d.00", id), day(on)}
}

// Loading twice is loading once, and what has grown load by load is what a full refresh makes of the last state, as far
// as the strategy promises it.
func TestIncrementalLoadEqualsFullRefresh(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := grown()
		s.makeTable("EVENTS")
		c, full := s.compile(p, nil), s.compile(p, map[string]any{"fullRefresh": true})
		s.install(c)
		s.refresh(c) // of nothing
		var rows []row
		for load := range 5 {
			rows = append(rows, happened(10*load+1, "a", 2*load+1), happened(10*load+2, "b", 2*load+2))
			if load > 0 && load < 4 {
				rows[len(rows)-3].name = "changed" // the newest of the last load, in place
			}
			if load == 3 {
				rows = append(rows, happened(99, "late", 2*load-1)) // older than the newest of the last load
			}
			s.fill("EVENTS", rows...)
			s.refresh(c)
			s.refresh(c)
			for _, name := range []string{"MERGE", "SWAP"} {
				s.expectTable(out, name, rowNames, rowLines(rows))
			}
			s.expectTable(out, "APPEND", rowNames, rowLines(appended(rows)))
		}
		s.refresh(full)
		for _, name := range []string{"MERGE", "SWAP", "APPEND"} {
			s.expectTable(out, name, rowNames, rowLines(rows))
		}
	})
}

// appended are the rows as they were when they were first seen, without the one that came too late.
func appended(rows []row) []row {
	var list []row
	for _, r := range rows {
		if r.name == "changed" {
			r.name = "b"
		}
		if r.name != "late" {
			list = append(list, r)
		}
	}
	return list
}

func rowLines(rows []row) []string {
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = r.line()
	}
	return lines
}

// Periods can be loaded in any order and again: in the end the table is the one of a full refresh.
func TestPeriodsInAnyOrder(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p := grown()
		s.makeTable("EVENTS")
		s.install(s.compile(p, nil))
		var rows []row
		for number := range 12 {
			rows = append(rows, happened(number, "x", number+1))
		}
		s.fill("EVENTS", rows...)
		for _, period := range [][2]int{{7, 10}, {1, 4}, {1, 4}, {10, 13}, {4, 7}, {7, 10}} {
			s.refresh(s.compile(p, map[string]any{"intervalStart": day(period[0]), "intervalEnd": day(period[1])}))
		}
		names := []string{"APPEND_PERIOD", "MERGE_PERIOD", "SWAP_PERIOD"}
		for _, name := range names {
			s.expectTable(out, name, rowNames, rowLines(rows))
		}
		rows[5].name = "y" // a period that is loaded again brings what changed, unless it is appended
		s.fill("EVENTS", rows...)
		s.refresh(s.compile(p, map[string]any{"intervalStart": day(6), "intervalEnd": day(7)}))
		for _, name := range names[1:] {
			s.expectTable(out, name, rowNames, rowLines(rows))
		}
		s.refresh(s.compile(p, map[string]any{"fullRefresh": true, "intervalStart": day(1), "intervalEnd": day(2)}))
		for _, name := range names {
			s.expectTable(out, name, rowNames, rowLines(rows))
		}
	})
}
