package localrun

import (
	"fmt"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
)

// addStages puts our own statements around those of the nodes:
//
//	drop what is made anew │ compare what is kept │ make │ fill │ remember
//
// All of them are part of the node's one transaction.
func (w *PreparedRun) addStages(c *compiler.Compilation) {
	w.shown = make([]int, len(w.Plan.Nodes))
	d := w.warehouse.engine.Dialect()
	for i := range w.Plan.Nodes {
		n := &w.Plan.Nodes[i]
		w.positions[n.ID] = i
		decided := &w.decisions[i]
		name := d.Qualify(n.Place.Database, n.Place.Name, n.Name)
		var stages []plan.Stage
		switch {
		case decided.kind == recreate && decided.isView:
			stages = append(stages, plan.Stage{Name: "Drop view", Kind: plan.SQL, SQL: d.DropView(name)})
		case decided.kind == recreate:
			stages = append(stages, plan.Stage{Name: "Drop table", Kind: plan.SQL, SQL: d.DropTable(name)})
		case decided.kind == verify && decided.query != "":
			stages = append(stages, plan.Stage{Name: compareStage, Kind: plan.SQL, SQL: comparison(name, decided.query)})
		}
		n.Stages = append(stages, n.Stages...)
		w.shown[i] = len(n.Stages)
		if compiled, ok := c.Node(n.ID); ok && decided.isWorthRemembering() {
			n.Stages = append(n.Stages, w.remember(compiled, n.Place))
		}
	}
}

// isWorthRemembering reports whether something was made or found that is not remembered yet.
func (d *decision) isWorthRemembering() bool {
	return !d.isKnown && (d.creates() || d.kind == verify)
}

// remember is the last stage of a node: what was made, or was found to be as the node says.
func (w *PreparedRun) remember(n *compiler.Node, at engine.Schema) plan.Stage {
	one := record{
		node: n.ID, name: n.Ref().String(), schema: at.Name, object: n.Name, fingerprint: n.Fingerprint,
	}
	return plan.Stage{
		Name: "Remember how it was made", Kind: plan.SQL,
		SQL: recordsOf(w.warehouse.engine.Dialect(), at.Database).remember(one),
	}
}

// compareStage is the name of the stage that compares a table with the query that fills it.
const compareStage = "Compare the table with its query"

// comparison is a statement that fails when a table has other columns than a query, and says which. The engine would
// rather make the values fit: a fraction would become a whole number, and nobody would notice.
func comparison(table, query string) string {
	return fmt.Sprintf(`SELECT error(string_agg(CASE
    WHEN there.column_name IS NULL THEN 'it lacks the column ' || wanted.column_name
    WHEN wanted.column_name IS NULL THEN 'it has the column ' || there.column_name || ', which its node has not'
    ELSE 'the column ' || there.column_name || ' is ' || there.column_type || ' and should be ' || wanted.column_type
  END, ', '))
FROM (SELECT column_name, column_type FROM (DESCRIBE %s
)) AS wanted
FULL JOIN (SELECT column_name, column_type FROM (DESCRIBE TABLE %s)) AS there
  ON lower(there.column_name) = lower(wanted.column_name)
WHERE there.column_type IS DISTINCT FROM wanted.column_type
HAVING count(*) > 0`, query, table)
}
