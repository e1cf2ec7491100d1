package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
)

// Past is for tests: what plans find out about deployed nodes.
type Past struct {
	Node    func(transform.NodeID) (*compiler.Compilation, *compiler.Node, bool)
	Project func(transform.NodeID) *compiler.Compilation
}

// PastOf is for tests: the past of an environment with these nodes.
func PastOf(ctx context.Context, projects Projects, e project.Environment, nodes map[transform.NodeID]difference.State) Past {
	p := &previousProjects{
		plans: NewPlans(Options{Projects: projects}), of: comparison{environment: e, state: State{Nodes: nodes}},
		compiled: map[string]*compiler.Compilation{},
	}
	return Past{Node: p.node(ctx), Project: p.project(ctx)}
}

// Grown is for tests: the destructions that are new, or clearly more than before.
func Grown(before, now []difference.Loss) []difference.Loss {
	return newLosses(before, now)
}

// RebuiltBy is for tests: the steps that only make views anew.
func RebuiltBy(p *Plan) map[transform.NodeID]bool { return rebuiltBy(p) }
