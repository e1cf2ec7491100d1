package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
)

// previousProjects returns the projects that nodes were deployed from. It compiles each at the first request, and once. If one
// cannot be compiled, the nodes that only it contains are unknown.
//
// The nodes of an environment may come from as many project snapshots as there were deployments. After a completed deployment
// its snapshot contains all of them, so one is enough.
type previousProjects struct {
	plans    *Plans
	of       comparison
	compiled map[string]*compiler.Compilation // nil if it cannot be compiled
	extra    int                              // the number of projects that were compiled to find the readers of a node
}

// maxPast limits how many projects are compiled to find readers, besides the deployed one.
const maxPast = 4

// node returns a function that finds a node as it was deployed.
func (p *previousProjects) node(ctx context.Context) func(transform.NodeID) (*compiler.Compilation, *compiler.Node, bool) {
	return func(id transform.NodeID) (*compiler.Compilation, *compiler.Node, bool) {
		state, ok := p.of.state.Nodes[id]
		if !ok {
			return nil, nil, false
		}
		if p.isWhole() {
			if c := p.compile(ctx, p.of.environment.Snapshot); c != nil {
				if n, ok := c.Node(id); ok {
					return c, n, true
				}
			}
		}
		c := p.compile(ctx, state.Snapshot)
		if c == nil {
			return nil, nil, false
		}
		n, ok := c.Node(id)
		return c, n, ok
	}
}

// project returns a function that finds the project with the readers of a node: the one that was deployed last or, for a node
// that only a failed deployment contains, that one.
func (p *previousProjects) project(ctx context.Context) func(transform.NodeID) *compiler.Compilation {
	return func(id transform.NodeID) *compiler.Compilation {
		if c := p.compile(ctx, p.of.environment.Snapshot); c != nil {
			if _, ok := c.Node(id); ok {
				return c
			}
		}
		own := p.of.state.Nodes[id].Snapshot
		if _, isKnown := p.compiled[own]; !isKnown {
			if p.extra++; p.extra > maxPast {
				return nil
			}
		}
		return p.compile(ctx, own)
	}
}

// isWhole reports whether all nodes come from the snapshot of the environment, because its last deployment completed. It is
// false during a run, when that is unknown.
func (p *previousProjects) isWhole() bool {
	status := p.of.environment.Status
	return status == project.Waiting || status == project.FailedRefresh
}

func (p *previousProjects) compile(ctx context.Context, snapshot string) *compiler.Compilation {
	if snapshot == "" {
		return nil
	}
	if c, isKnown := p.compiled[snapshot]; isKnown {
		return c
	}
	c, err := p.plans.options.Projects.Compile(ctx, p.of.environment.Organization, snapshot, p.of.target)
	if err != nil {
		c = nil
	}
	p.compiled[snapshot] = c
	return c
}
