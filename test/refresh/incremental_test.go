package refresh_test

import (
	"fmt"
	"testing"
)

// incrementalProject returns a project with one incremental table per strategy, all with rows by id.
func incrementalProject() project {
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

// happened returns a row that changed on a day.
func happened(id int, name string, on int) row {
	return row{fmt.Sprint(id), name, null, fmt.Sprintf("%d.00", id), day(on)}
}

// Loading twice has the effect of loading once. A table after several loads equals a full refresh of the last state, as
// far as its strategy guarantees that.
func TestIncrementalLoadEqualsFullRefresh(t *testing.T) {
	t.Parallel()
	onEnginesAndTrino(t, func(s *fixture) {
		p := incrementalProject()
		s.makeTable("EVENTS")
		c, full := s.compile(p, nil), s.compile(p, map[string]any{"fullRefresh": true})
		s.install(c)
		s.refresh(c) // no rows
		var rows []row
		for load := range 5 {
			rows = append(rows, happened(10*load+1, "a", 2*load+1), happened(10*load+2, "b", 2*load+2))
			if load > 0 && load < 4 {
				rows[len(rows)-3].name = "changed" // change the newest row of the last load
			}
			if load == 3 {
				rows = append(rows, happened(99, "late", 2*load-1)) // older than the newest row of the last load
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

// appended returns the rows as they were in their first load, without the late row.
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

// Intervals can be loaded in any order and repeatedly: in the end the table equals a full refresh.
func TestPeriodsInAnyOrder(t *testing.T) {
	t.Parallel()
	onEnginesAndTrino(t, func(s *fixture) {
		p := incrementalProject()
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
		rows[5].name = "y" // loading an interval again updates changed rows, unless the strategy is append
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
