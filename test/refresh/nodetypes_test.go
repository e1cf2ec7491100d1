package refresh_test

import (
	"os"
	"strings"
	"testing"
)

// loads returns the number of loads of the project with every node type. Its statements take a minute for each load on Trino.
func (s *fixture) loads() int {
	if s.connection.Kind == "trino" && os.Getenv("MILLRACE_TEST_LONG") != "1" {
		return 3
	}
	return 7
}

// TestEveryNodeType loads a project with every node type, and every option that changes data, repeatedly with random
// rows. After each load it compares each table with its model.
func TestEveryNodeType(t *testing.T) {
	t.Parallel()
	onAllEngines(t, func(s *fixture) {
		if s.connection.Kind == "ducklake" && os.Getenv("MILLRACE_TEST_LONG") != "1" {
			s.t.Skip("takes a minute of processor time in a lake: make test-long runs it")
		}
		p, tables := everything()
		for _, name := range []string{"PEOPLE", "MORE", "EVENTS", "LOG"} {
			s.makeTable(name)
		}
		s.install(s.compile(p, nil))
		draw := newRandom(7)
		have, filled := map[string][]tableRow{}, map[string]bool{}
		for load := range s.loads() {
			in := draw.inputs(load)
			p.write("seeds/rows.csv", csvOf(in.events))
			s.fill("PEOPLE", in.people...)
			s.fill("MORE", in.more...)
			s.fill("EVENTS", in.events...)
			s.refresh(s.compile(p, map[string]any{"intervalStart": in.from, "intervalEnd": in.to}))
			for name, table := range tables {
				have[name] = table.rule(have[name], in)
				filled[name] = filled[name] || len(have[name]) > 0
				s.expectTable(out, name, table.columns(), table.lines(have[name]))
			}
			if s.t.Failed() {
				s.t.Fatalf("after load %d: %+v", load+1, in)
			}
		}
		for name := range tables {
			if !filled[name] && s.loads() == 7 {
				s.t.Errorf("%s had no row after any load", name)
			}
		}
		s.expectHooks()
	})
}

// inputs returns the rows and the interval of the next load. Days advance with each load, and some rows arrive late.
func (r random) inputs(load int) inputs {
	first := 2 * load
	return inputs{
		people: r.keyed(max(first-1, 1), first+2), more: r.keyed(max(first-3, 1), first+2), events: r.heap(max(first-2, 1), first+2),
		from: day(max(first-1, 1)), to: day(first + 2),
	}
}

// csvOf writes rows as in a seed file: a missing value is empty.
func csvOf(rows []row) string {
	text := strings.Join(rowNames, ",") + "\n"
	for _, r := range rows {
		values := r.values()
		for i, value := range values {
			if value == null {
				values[i] = ""
			}
		}
		text += strings.Join(values, ",") + "\n"
	}
	return text
}

// table is a node under test.
type table struct {
	rule       rule
	hasHistory bool // the version and current flag columns are compared too
}

func (t table) columns() []string {
	if !t.hasHistory {
		return rowNames
	}
	return append(append([]string{}, rowNames...), "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG")
}

func (t table) lines(have []tableRow) []string {
	lines := make([]string, len(have))
	for i, h := range have {
		lines[i] = h.line()
		if t.hasHistory {
			lines[i] = h.lineWithHistory()
		}
	}
	return lines
}

// everything returns the project and the expected contents of its tables.
func everything() (project, map[string]table) {
	p := newProject()
	for _, name := range []string{"PEOPLE", "MORE", "EVENTS", "LOG"} {
		p.add(source(name, rowColumns()...))
	}
	tables := map[string]table{}
	addStages(p, tables)
	addKeyed(p, tables)
	addViews(p, tables)
	addQueries(p, tables)
	addIncrementals(p, tables)
	addSnapshots(p, tables)
	return p, tables
}
