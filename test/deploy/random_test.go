package deploy_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/transform"
)

// After random edits and manual changes, the next deploy leaves nothing to do, and keeps the rows that its plan does not list
// as lost. Half of the deploys end early, and the next one does the rest.
func TestRandomEdits(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"duckdb", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(r *rapid.T) {
				walk := newRandomHistory(t, r, kind)
				defer walk.close()
				for range rapid.IntRange(2, 6).Draw(r, "deploys") {
					walk.deployOnce(r)
				}
			})
		})
	}
}

// randomHistory is one random history of a project.
type randomHistory struct {
	*fixture

	nodes []*randomNode // what a node reads comes before it
	next  int
}

// randomNode is a node that the test edits.
type randomNode struct {
	id             string
	name, location string
	isView, isOff  bool
	isKeyed        bool        // a dimension with a surrogate key
	from           *randomNode // nil reads the source
	columns        []transform.Column
}

// sourceColumns returns the columns of the source, which every node may read.
func sourceColumns() []transform.Column {
	return columns("C0 INTEGER", "C1 INTEGER", "C2 VARCHAR", "C3 INTEGER", "C4 BIGINT")
}

func newRandomHistory(t *testing.T, r *rapid.T, kind string) *randomHistory {
	t.Helper()
	w := &randomHistory{fixture: newFixture(t, kind)}
	fill("ORDERS", `"C0" INTEGER, "C1" INTEGER, "C2" VARCHAR, "C3" INTEGER, "C4" BIGINT`)(w.fixture)
	for range rapid.IntRange(2, 5).Draw(r, "nodes") {
		w.add(r)
	}
	return w
}

// deployOnce edits, deploys, perhaps in two parts, and checks the rows.
func (w *randomHistory) deployOnce(r *rapid.T) {
	w.t.Helper()
	for range rapid.IntRange(0, 4).Draw(r, "edits") {
		edits := []func(*rapid.T){w.add, w.remove, w.rename, w.swap, w.toggleView, w.toggleOff, w.toggleKey, w.editColumns, w.changeManually}
		edits[rapid.IntRange(0, len(edits)-1).Draw(r, "edit")](r)
	}
	c := w.compile(w.project())
	before := w.rows()
	result := w.compare(c)
	results := []*difference.Result{result}
	if len(result.Issues.Blocking) > 0 {
		r.Fatalf("the plan has blocking issues:\n%s", printed(result))
	}
	if many := len(result.Plan.Nodes); many > 1 && rapid.Bool().Draw(r, "ends early") {
		w.applyPart(result, rapid.IntRange(1, many-1).Draw(r, "steps"))
		w.compilations[fmt.Sprintf("snapshot %d", w.runs)] = c
		result = w.compare(c)
		results = append(results, result)
	}
	w.apply(c, result)
	w.expectNoChanges(c, result)
	w.checkRows(r, before, results)
	w.fillTables()
}

// applyPart executes only the first steps.
func (w *randomHistory) applyPart(r *difference.Result, steps int) {
	part := r.Plan
	part.Nodes = part.Nodes[:steps]
	w.execute(part)
	w.storeStates(r, func(step string) bool {
		return slices.ContainsFunc(part.IDs(), func(id transform.NodeID) bool { return string(id) == step })
	})
}

// rows returns the numbers of rows of the deployed tables.
func (w *randomHistory) rows() map[transform.NodeID]string {
	rows := map[transform.NodeID]string{}
	for id, state := range w.stored {
		if state.Kind == difference.Table && w.object(state.Location, state.Object) != "" {
			rows[id] = w.read("SELECT COUNT(*) FROM " + w.name(state.Location, state.Object))[0]
		}
	}
	return rows
}

func (w *randomHistory) checkRows(r *rapid.T, before map[transform.NodeID]string, done []*difference.Result) {
	lost := map[transform.NodeID]bool{}
	for _, result := range done {
		for i := range result.Changes {
			for _, d := range result.Changes[i].Losses {
				lost[result.Changes[i].Node] = lost[result.Changes[i].Node] || d.What == "table"
			}
		}
	}
	for id, now := range w.rows() {
		if was, existed := before[id]; existed && !lost[id] && was != now {
			r.Fatalf("%s had %s rows and has %s after\n%s", id, was, now, printed(done[0]))
		}
	}
}

// fillTables inserts rows into empty tables.
func (w *randomHistory) fillTables() {
	for id, state := range w.stored {
		if state.Kind != difference.Table || w.rows()[id] != "0" {
			continue
		}
		name := w.name(state.Location, state.Object)
		first := slices.IndexFunc(state.Columns, func(c difference.StateColumn) bool { return c.ID == "C0" })
		w.exec(fmt.Sprintf(`INSERT INTO %s ("%s") VALUES (1), (2)`, name, state.Columns[first].Name))
	}
}
