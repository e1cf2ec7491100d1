package localrun

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// storeEnds stores the records of nodes that failed and of nodes without a transaction, such as sources, and deletes the records
// that newer ones replace. It ignores errors: without the record of a failure the record of the last build counts, whose rows
// are still in the table, and without the other records the next run builds those nodes again.
func (r *PreparedRun) storeEnds(ctx context.Context, label engine.Label, ends map[int]run.NodeState) {
	list, hasBuilt := map[string][]record{}, map[string]bool{}
	for at, state := range ends {
		n := &r.Plan.Nodes[at]
		switch {
		case state == run.NodeFailed:
			entry := recordEntry{Outcome: run.BuildFailed, Structure: r.found.records[n.ID].Structure}
			list[n.Schema.Database] = append(list[n.Schema.Database], r.newRecord(n, entry))
		case n.Build != nil && !publishes(n):
			list[n.Schema.Database] = append(list[n.Schema.Database], r.newRecord(n, recordEntry{}))
		}
		if len(n.Stages) > 0 {
			hasBuilt[n.Schema.Database] = true
		}
	}
	if len(hasBuilt) == 0 {
		return
	}
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer stop()
	session, err := r.folder.engine.Session(ctx, label)
	if err != nil {
		return
	}
	defer func() { _ = session.Close() }() // each statement is committed
	for database := range hasBuilt {
		table := recordsOf(r.folder.engine.Dialect(), database)
		if len(list[database]) > 0 {
			_, _ = session.Exec(ctx, table.insert(list[database]...))
		}
		_, _ = session.Exec(ctx, table.removeOld())
	}
}
