package localrun

import (
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// addStages adds the statements of a local run to those of the nodes:
//
//	drop a table to recreate │ compare an existing table │ create │ load │ store the record
//
// All of them are part of the node's transaction.
func (r *PreparedRun) addStages(c *compiler.Compilation) {
	r.visibleStages = make([]int, len(r.Plan.Nodes))
	d := r.folder.engine.Dialect()
	for i := range r.Plan.Nodes {
		n := &r.Plan.Nodes[i]
		r.positions[n.ID] = i
		decided := &r.decisions[i]
		name := d.Qualify(n.Schema.Database, n.Schema.Name, n.Name)
		var stages []plan.Stage
		switch {
		case decided.kind == recreate && decided.isView:
			stages = append(stages, plan.Stage{Name: "Drop view", Kind: plan.SQL, SQL: d.DropView(name)})
		case decided.kind == recreate:
			stages = append(stages, plan.Stage{Name: "Drop table", Kind: plan.SQL, SQL: d.DropTable(name)})
		case decided.kind == verify && decided.query != "":
			stages = append(stages, plan.Stage{Name: compareStage, Kind: plan.SQL, SQL: comparison(name, decided.query)})
		}
		compiled, isKnown := c.Node(n.ID)
		if isKnown && decided.creates() {
			shortenFirstLoad(d, compiled, n)
		}
		n.Stages = append(stages, n.Stages...)
		r.visibleStages[i] = len(n.Stages)
		if isKnown && publishes(n) && (n.Build != nil || decided.needsRecord()) {
			n.Stages = append(n.Stages, plan.Stage{
				Name: "Store the record", Kind: plan.SQL,
				SQL: recordsOf(d, n.Schema.Database).insert(r.newRecord(n, recordEntry{Structure: compiled.Fingerprint})),
			})
		}
	}
}

// needsRecord reports whether the run creates or finds an object that has no current record.
func (d *decision) needsRecord() bool {
	return !d.isKnown && (d.creates() || d.kind == verify)
}

// publishes reports whether a node changes something, so that it has a transaction, which can store a record.
func publishes(n *plan.Node) bool {
	return slices.ContainsFunc(n.Stages, func(s plan.Stage) bool { return s.Kind != plan.Test && !sqltext.IsReadOnly(s.SQL) })
}

// newRecord returns the record of a node that this run builds.
func (r *PreparedRun) newRecord(n *plan.Node, entry recordEntry) record {
	entry.Name, entry.Schema, entry.Object = transform.NodeRef{Location: n.Location, Name: n.Name}.String(), n.Schema.Name, n.Name
	if entry.Outcome == "" && n.Build != nil {
		entry.Outcome = run.Built
		entry.Build = &plan.BuildInputs{Fingerprint: n.Build.Fingerprint, Inputs: n.Build.Inputs.In(run.DataVersionOf(r.number))}
	}
	return record{node: n.ID, run: r.number, recordEntry: entry}
}

// compareStage is the name of the stage that compares a table with the query that fills it.
const compareStage = "Compare the table with its query"

// comparison returns a statement that fails if a table has other columns than a query. Its error starts with the code
// columnsDiffer and lists the differences. Without it the engine would convert the values: fractions would silently become
// whole numbers.
func comparison(table, query string) string {
	return fmt.Sprintf(`SELECT error('`+columnsDifferStart+`' || '`+columnsDifferEnd+`' || string_agg(CASE
    WHEN there.column_name IS NULL THEN 'column ' || wanted.column_name || ' is missing'
    WHEN wanted.column_name IS NULL THEN 'column ' || there.column_name || ' is not in the node'
    ELSE 'column ' || there.column_name || ' is ' || there.column_type || ', expected ' || wanted.column_type
  END, ', '))
FROM (SELECT column_name, column_type FROM (DESCRIBE %s
)) AS wanted
FULL JOIN (SELECT column_name, column_type FROM (DESCRIBE TABLE %s)) AS there
  ON lower(there.column_name) = lower(wanted.column_name)
WHERE there.column_type IS DISTINCT FROM wanted.column_type
HAVING count(*) > 0`, query, table)
}
