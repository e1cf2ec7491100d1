package refresh_test

import (
	"strings"
	"testing"
)

// loads is how often the project of every node type is loaded.
const loads = 7

// TestEveryNodeType loads a project with every node type, and every option that changes data, over and over with whatever
// comes, and compares each table with its model after each load.
func TestEveryNodeType(t *testing.T) {
	t.Parallel()
	onEngines(t, func(s *fixture) {
		p, tables := everything()
		for _, name := range []string{"PEOPLE", "MORE", "EVENTS", "LOG"} {
			s.makeTable(name)
		}
		s.install(s.compile(p, nil))
		draw := newRandom(7)
		have, filled := map[string][]held{}, map[string]bool{}
		for load := range loads {
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
			if !filled[name] {
				s.t.Errorf("%s never had a row", name)
			}
		}
		s.expectHooks()
	})
}

// inputs draws what the next load finds. Days go on, with some rows that come late.
func (r random) inputs(load int) inputs {
	first := 2 * load
	return inputs{
		people: r.keyed(max(first-1, 1), first+2), more: r.keyed(max(first-3, 1), first+2), events: r.heap(max(first-2, 1), first+2),
		from: day(max(first-1, 1)), to: day(first + 2),
	}
}

// csvOf writes rows the way that seeds have them: a missing value is empty.
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
	hasHistory bool // its columns for version and current flag are compared too
}

func (t table) columns() []string {
	if !t.hasHistory {
		return rowNames
	}
	return append(append([]string{}, rowNames...), "SYSTEM_VERSION", "SYSTEM_CURRENT_FLAG")
}

func (t table) lines(have []held) []string {
	lines := make([]string, len(have))
	for i, h := range have {
		lines[i] = h.line()
		if t.hasHistory {
			lines[i] = h.lineWithHistory()
		}
	}
	return lines
}

// everything is the project, and what its tables should be.
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
