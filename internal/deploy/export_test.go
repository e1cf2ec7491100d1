package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
)

// Past is for tests: what plans read about deployed nodes.
type Past struct {
	Node    func(transform.NodeID) (*compiler.Compilation, *compiler.Node, bool)
	Project func(transform.NodeID) *compiler.Compilation
}

// PastOf is for tests: the deployed nodes of an environment.
func PastOf(ctx context.Context, projects Projects, e project.Environment, nodes map[transform.NodeID]difference.State) Past {
	p := &previousProjects{
		plans: NewPlans(Options{Projects: projects}), of: comparison{environment: e, state: State{Nodes: nodes}},
		compiled: map[string]*compiler.Compilation{},
	}
	return Past{Node: p.node(ctx), Project: p.project(ctx)}
}

// NewLosses is for tests: the losses that are new, or clearly more than before.
func NewLosses(before, now []difference.Loss) []difference.Loss {
	return newLosses(before, now)
}

// RebuiltBy is for tests: the steps that only recreate views.
func RebuiltBy(p *Plan) map[transform.NodeID]bool { return rebuiltBy(p) }

// NotPortable is for tests: what of nodes does not carry over to an engine.
func NotPortable(engine string, nodes ...*compiler.Node) []difference.Issue {
	p := newPortabilityCheck(engine)
	for _, n := range nodes {
		p.node(n)
	}
	return p.limited()
}
