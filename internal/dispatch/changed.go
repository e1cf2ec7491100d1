package dispatch

import (
	"context"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// Builds tells how nodes were last built.
type Builds interface {
	// Builds gives what became of the nodes of an environment the last time that a run worked on them.
	Builds(ctx context.Context, organization ids.Organization, environment ids.Environment) (map[transform.NodeID]run.Build, error)
}

// comparison is a planned refresh that is to build only what changed.
type comparison struct {
	environment project.Environment
	at          spot
	compiled    *compiler.Compilation
	planned     plan.Plan
}

// keepChanged takes the statements out of the nodes of a plan for which nothing changed since they were last built. Every
// node says why it is built or not, and those that are built carry what later runs compare with.
//
// What is compared is of this moment. What changes between now and the work on a node is noticed by the next such run: the
// node then has stamps on record that are older than what it read, never newer ones.
func (s *Runs) keepChanged(ctx context.Context, c comparison) error {
	builds, err := s.options.Builds.Builds(ctx, c.environment.Organization, c.environment.ID)
	if err != nil {
		return err
	}
	origins := newOrigins(c.compiled)
	digests, err := s.digests(ctx, c, origins.outside(c.planned))
	if err != nil {
		return err
	}
	j := judge{
		compiled: c.compiled, connection: c.at.connection, builds: builds, origins: origins, digests: digests,
		building: map[transform.NodeID]bool{},
	}
	for i := range c.planned.Nodes {
		j.settle(&c.planned.Nodes[i])
	}
	return nil
}
