package localrun

import (
	"context"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
)

// Request selects what to run.
type Request struct {
	Compilation *compiler.Compilation // for Platform, with its SQL
	// Include and Exclude are selectors; an empty Include selects every node.
	Include, Exclude string
	// Recreate allows the run to drop and create tables that do not match their nodes.
	Recreate bool
}

// PreparedRun is a run that is planned and not started.
type PreparedRun struct {
	Plan plan.Plan
	// Gone lists objects of earlier runs whose nodes the project no longer has under that name. The run does not change
	// them. Each is listed once.
	Gone []string

	folder    *DataFolder
	decisions []decision // by position in the plan
	positions map[transform.NodeID]int
	// visibleStages counts the stages of each node that results show; the record stage comes after them.
	visibleStages []int
}

// Prepare reads what the data folder contains and plans a run. It creates missing databases and the schema of the records,
// and changes nothing else.
func (f *DataFolder) Prepare(ctx context.Context, r Request) (*PreparedRun, error) {
	var err error
	if r.Compilation, err = snapshot.ObserveColumns(ctx, f.engine, r.Compilation); err != nil {
		return nil, err
	}
	wanted := planner.Request{Include: r.Include, Exclude: r.Exclude}
	filled, _, err := planner.Build(r.Compilation, wanted)
	if err != nil {
		return nil, err
	}
	found, err := f.observe(ctx, filled)
	if err != nil {
		return nil, err
	}
	decisions, err := f.decideAll(ctx, found, r.Compilation, filled)
	if err != nil {
		return nil, err
	}
	creates := map[transform.NodeID]bool{}
	for i := range decisions {
		if d := &decisions[i]; d.kind == refuse && r.Recreate {
			d.kind = recreate
		}
		creates[filled.Nodes[i].ID] = decisions[i].creates()
	}
	wanted.Create = func(n *compiler.Node) bool { return creates[n.ID] }
	prepared := &PreparedRun{folder: f, decisions: decisions, positions: map[transform.NodeID]int{}}
	if prepared.Plan, _, err = planner.Build(r.Compilation, wanted); err != nil {
		return nil, err
	}
	prepared.addStages(r.Compilation)
	prepared.Gone, err = f.removeGone(ctx, found, r.Compilation)
	return prepared, err
}

// removeGone lists the objects of deleted nodes and deletes their records, so that the list names each object once. A node
// that comes back adopts the existing object.
func (f *DataFolder) removeGone(ctx context.Context, found *observedObjects, c *compiler.Compilation) ([]string, error) {
	session, err := f.engine.Session(ctx, observerLabel())
	if err != nil {
		return nil, err
	}
	defer func() { _ = session.Close() }() // each statement is committed
	var gone []string
	for id, stored := range found.records {
		n, exists := c.Node(id)
		if exists && n.Ref().String() == stored.name {
			continue
		}
		if !exists {
			if _, err := session.Exec(ctx, recordsOf(f.engine.Dialect(), stored.database).remove(id)); err != nil {
				return nil, err
			}
		}
		if _, there := found.objects[stored.key()]; there {
			gone = append(gone, stored.name)
		}
	}
	slices.Sort(gone)
	return gone, nil
}
