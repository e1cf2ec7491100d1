package refresh

import (
	"context"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// Builds tells how nodes were last built.
type Builds interface {
	// Builds gives what became of the nodes of an environment the last time that a run worked on them.
	Builds(ctx context.Context, organization ids.Organization, environment ids.Environment) (map[transform.NodeID]run.BuildRecord, error)
}

// ChangeDetector decides what runs build that were asked to build only what changed.
type ChangeDetector struct{ Builds Builds }

// compareTimeout is how long an engine is asked about one run in all. A source may be large, or somebody may hold it locked.
const compareTimeout = time.Minute

// Compare gives the plan of a run that begins without the statements of the nodes for which nothing changed since they were
// last built. Every node says why it is built or not, and those that are built carry what later runs compare with.
//
// What is compared is of this moment. What changes between now and the work on a node is noticed by the next such run: the
// node then has stamps on record that are older than what it read, never newer ones.
//
// What the engine does not tell is nothing to stop for: what depends on it is built. An error is that the state database
// cannot be read, or that nobody wants the answer any more.
func (c ChangeDetector) Compare(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
	wanted := claimed.Plan.ChangeCheck
	if wanted == nil {
		return claimed.Plan, nil
	}
	builds, err := c.Builds.Builds(ctx, claimed.Run.Organization, claimed.Run.Environment)
	if err != nil {
		return plan.Plan{}, err
	}
	asking, done := context.WithTimeout(ctx, compareTimeout)
	defer done()
	j := changeDecider{
		ChangeCheck: wanted, builds: builds, building: map[transform.NodeID]bool{},
		catalog: readCatalog(asking, on, wanted), digests: digestSources(asking, on, wanted),
	}
	if ctx.Err() != nil {
		return plan.Plan{}, context.Cause(ctx)
	}
	settled := plan.Plan{Nodes: slices.Clone(claimed.Plan.Nodes)}
	for i := range settled.Nodes {
		j.decideNode(&settled.Nodes[i])
	}
	return settled, nil
}
