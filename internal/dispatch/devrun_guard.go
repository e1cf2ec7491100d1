package dispatch

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
)

// HeldQuery asks what environments have in places of a warehouse.
type HeldQuery struct {
	Organization ids.Organization
	Connection   ids.Connection
	Places       []engine.Place
}

// Held tells what environments have deployed in places of a warehouse, or may have.
type Held func(ctx context.Context, query HeldQuery) ([]difference.Held, error)

// guard keeps a development run out of the places of environments: whoever may run a workspace need not be allowed to touch
// what is deployed, and nobody could rely on that any more.
type guard struct {
	compilation *compiler.Compilation
	workspace   project.Workspace
	held        []difference.Held // one for each place
}

// newGuard asks about all places where the workspace builds something: a run may set views aside that are not part of it.
func (s *Runs) newGuard(ctx context.Context, w project.Workspace, at spot, c *compiler.Compilation) (guard, error) {
	query := HeldQuery{Organization: w.Organization, Connection: at.connection}
	seen := map[engine.Place]bool{}
	for _, n := range c.Nodes() {
		place := placeOf(c, n)
		// A name may leave the database out, which is that of the connection then.
		for _, written := range []engine.Place{place, {Schema: place.Schema}} {
			if !n.IsSource && !seen[written] {
				seen[written] = true
				query.Places = append(query.Places, written)
			}
		}
	}
	held, err := s.options.Held(ctx, query)
	return guard{compilation: c, workspace: w, held: onePerPlace(held)}, err
}

// onePerPlace keeps the first of what is in each place: any of it keeps a run out.
func onePerPlace(all []difference.Held) []difference.Held {
	seen := map[engine.Place]bool{}
	var kept []difference.Held
	for i := range all {
		if place := all[i].At.Place; !seen[place] {
			seen[place] = true
			kept = append(kept, all[i])
		}
	}
	return kept
}

func placeOf(c *compiler.Compilation, n *compiler.Node) engine.Place {
	place := c.Renderer.Place(n.Node)
	return engine.Place{Database: place.Database, Schema: place.Schema}
}

// checkPlan refuses to build anything in a place of an environment. To read there is what a mapping may be for.
func (g guard) checkPlan(planned plan.Plan) error {
	nodes := make([]*compiler.Node, 0, len(planned.Nodes))
	for i := range planned.Nodes {
		if n, ok := g.compilation.Node(planned.Nodes[i].ID); ok {
			nodes = append(nodes, n)
		}
	}
	return g.check(nodes)
}

func (g guard) check(nodes []*compiler.Node) error {
	for _, n := range nodes {
		for i := range g.held {
			if !n.IsSource && g.isSame(placeOf(g.compilation, n), g.held[i].At.Place) {
				return g.refuse(n, g.held[i])
			}
		}
	}
	return nil
}

// isSame compares places. A database that is left out may be the one that the other place names.
func (g guard) isSame(a, b engine.Place) bool {
	form := g.compilation.Renderer.Dialect().Comparable
	isOneDatabase := a.Database == "" || b.Database == "" || form(a.Database) == form(b.Database)
	return isOneDatabase && form(a.Schema) == form(b.Schema)
}

func (g guard) refuse(n *compiler.Node, held difference.Held) error {
	words := g.compilation.Renderer.Dialect()
	return fault.New(fault.Invalid, "node %s would be built in %s, where %s has deployed %s", n.Ref(),
		words.Qualify(held.At.Place.Database, held.At.Place.Schema, ""), held.By, held.At.Name).
		WithHint("Map location %s of workspace %d to another schema, or take its mapping away: it then is a schema of the workspace's own.",
			n.Location, g.workspace.ID)
}
