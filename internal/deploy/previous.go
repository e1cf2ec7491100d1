package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
)

// previousProjects gives the projects that nodes were deployed from. Each is compiled when it is first asked for, and once. One that
// cannot be had costs what it would have told.
//
// The nodes of an environment may come from as many snapshots as there were deployments. After a good one they are all as its
// snapshot says, so that one is enough.
type previousProjects struct {
	plans    *Plans
	of       comparison
	compiled map[string]*compiler.Compilation // nil for what cannot be had
	extra    int                              // how many were compiled for what reads a node
}

// maxPast is how many projects are compiled to say what reads nodes that change, beside the one that is deployed.
const maxPast = 4

// node gives nodes as they were deployed.
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

// project gives the projects that show what reads a node: the one that was deployed last, and for a node that only a
// deployment that failed has brought, that one.
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

// isWhole reports whether every node is as the snapshot of the environment says: its last deployment came to a good end. While
// something runs that cannot be told.
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
	c, err := p.plans.options.Projects.Compile(ctx, p.of.environment.Organization, snapshot, p.of.place)
	if err != nil {
		c = nil
	}
	p.compiled[snapshot] = c
	return c
}
