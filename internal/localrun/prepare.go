package localrun

import (
	"context"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/refresh"
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
	// OnlyChanged skips the nodes that did not change since their last build.
	OnlyChanged bool
}

// PreparedRun is a run that is planned and not started.
type PreparedRun struct {
	Plan plan.Plan
	// Gone lists objects of earlier runs whose nodes the project no longer has under that name. The run does not change
	// them. Each is listed once.
	Gone []string

	folder    *DataFolder
	found     *observedObjects
	number    ids.Run    // of this run in the data folder
	decisions []decision // by position in the plan
	positions map[transform.NodeID]int
	// visibleStages counts the stages of each node that results show; the record stage comes after them.
	visibleStages []int
}

// Prepare reads what the data folder contains and plans a run. It creates missing databases and the schema and the table of the
// records, and changes nothing else.
func (f *DataFolder) Prepare(ctx context.Context, r Request) (*PreparedRun, error) {
	var err error
	if r.Compilation, err = snapshot.ObserveColumns(ctx, f.engine, r.Compilation); err != nil {
		return nil, err
	}
	wanted := planner.Request{Include: r.Include, Exclude: r.Exclude}
	loaded, _, err := planner.Build(r.Compilation, wanted)
	if err != nil {
		return nil, err
	}
	inputs := refresh.NewInputRecorder(r.Compilation, "", loaded)
	found, err := f.observe(ctx, r.Compilation, loaded, inputs)
	if err != nil {
		return nil, err
	}
	var selected selection
	if !r.OnlyChanged {
		selected = selectAll(found, loaded, inputs)
	} else if selected, err = f.selectChanged(ctx, found, r.Compilation, loaded); err != nil {
		return nil, err
	}
	prepared := &PreparedRun{folder: f, found: found, number: found.run, positions: make(map[transform.NodeID]int, len(loaded.Nodes))}
	if prepared.decisions, err = f.decideAll(ctx, found, r.Compilation, selected); err != nil {
		return nil, err
	}
	if prepared.Plan, err = prepared.withCreates(r, wanted, selected); err != nil {
		return nil, err
	}
	prepared.addStages(r.Compilation)
	prepared.Gone, err = f.removeGone(ctx, found, r.Compilation)
	return prepared, err
}

// withCreates returns the plan with the statements that create objects.
func (r *PreparedRun) withCreates(request Request, wanted planner.Request, selected selection) (plan.Plan, error) {
	creates := map[transform.NodeID]bool{}
	for i := range r.decisions {
		if d := &r.decisions[i]; d.kind == refuse && request.Recreate {
			d.kind = recreate
		}
		if r.decisions[i].creates() {
			creates[selected.Nodes[i].ID] = true
		}
	}
	if len(creates) == 0 {
		return selected.Plan, nil
	}
	wanted.Create = func(n *compiler.Node) bool { return creates[n.ID] }
	created, _, err := planner.Build(request.Compilation, wanted)
	for i := range created.Nodes {
		node := &created.Nodes[i]
		node.Reason, node.Build = selected.Nodes[i].Reason, selected.Nodes[i].Build
		if selected.skipped[i] {
			node.Stages = nil
		}
	}
	return created, err
}

// removeGone lists the objects of deleted nodes and deletes their records, so that the list names each object once. A node
// that comes back adopts the existing object.
func (f *DataFolder) removeGone(ctx context.Context, found *observedObjects, c *compiler.Compilation) ([]string, error) {
	var gone []string
	var deleted []storedRecord
	for id, stored := range found.records {
		n, exists := c.Node(id)
		if exists && n.Ref().String() == stored.Name {
			continue
		}
		if !exists {
			deleted = append(deleted, stored)
		}
		if _, there := found.objects[stored.key()]; there {
			gone = append(gone, stored.Name)
		}
	}
	slices.Sort(gone)
	return gone, f.removeRecords(ctx, deleted)
}

func (f *DataFolder) removeRecords(ctx context.Context, deleted []storedRecord) error {
	if len(deleted) == 0 {
		return nil
	}
	session, err := f.engine.Session(ctx, observerLabel())
	if err != nil {
		return err
	}
	defer func() { _ = session.Close() }() // each statement is committed
	for _, stored := range deleted {
		if _, err := session.Exec(ctx, recordsOf(f.engine.Dialect(), stored.database).remove(stored.node)); err != nil {
			return err
		}
	}
	return nil
}
