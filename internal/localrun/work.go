package localrun

import (
	"context"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/planner"
	"github.com/millrace/millrace/internal/transform"
)

// Request says what to run.
type Request struct {
	Compilation *compiler.Compilation // for Platform, with its SQL
	// Include and Exclude are selectors; an empty Include is every node.
	Include, Exclude string
	// Recreate lets tables be dropped and made anew that are not as their nodes say.
	Recreate bool
}

// PreparedRun is what a run will do.
type PreparedRun struct {
	Plan plan.Plan
	// Gone are objects that earlier runs made for nodes that the project no longer has under that name. They are left
	// alone, and told of once.
	Gone []string

	warehouse *Warehouse
	decisions []decision // by position in the plan
	positions map[transform.NodeID]int
	shown     []int // how many stages of a node, from its first, are the node's own; see stages.go
}

// Prepare looks at what is there and plans what is to be done. Databases and schemas of our own are made; nothing else is
// changed.
func (w *Warehouse) Prepare(ctx context.Context, r Request) (*PreparedRun, error) {
	wanted := planner.Request{Include: r.Include, Exclude: r.Exclude}
	filled, _, err := planner.Build(r.Compilation, wanted)
	if err != nil {
		return nil, err
	}
	found, err := w.look(ctx, filled)
	if err != nil {
		return nil, err
	}
	decisions, err := w.decideAll(ctx, found, r.Compilation, filled)
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
	work := &PreparedRun{warehouse: w, decisions: decisions, positions: map[transform.NodeID]int{}}
	if work.Plan, _, err = planner.Build(r.Compilation, wanted); err != nil {
		return nil, err
	}
	work.addStages(r.Compilation)
	work.Gone, err = w.forgetGone(ctx, found, r.Compilation)
	return work, err
}

// forgetGone names the objects of nodes that are gone, and forgets that they were made: whoever reads it once knows it,
// and a node that comes back takes over what is there.
func (w *Warehouse) forgetGone(ctx context.Context, found *observedObjects, c *compiler.Compilation) ([]string, error) {
	session, err := w.engine.Session(ctx, observerLabel())
	if err != nil {
		return nil, err
	}
	defer func() { _ = session.Close() }() // what it did is done
	var gone []string
	for id, made := range found.made {
		n, exists := c.Node(id)
		if exists && n.Ref().String() == made.name {
			continue
		}
		if !exists {
			if _, err := session.Exec(ctx, recordsOf(w.engine.Dialect(), made.database).forget(id)); err != nil {
				return nil, err
			}
		}
		if _, there := found.objects[made.key()]; there {
			gone = append(gone, made.name)
		}
	}
	slices.Sort(gone)
	return gone, nil
}
