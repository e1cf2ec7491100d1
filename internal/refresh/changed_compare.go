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

// Builds reads build records.
type Builds interface {
	// Builds returns the last build record of each node of an environment.
	Builds(ctx context.Context, organization ids.Organization, environment ids.Environment) (map[transform.NodeID]run.BuildRecord, error)
}

// ChangeDetector decides which nodes a run with onlyChanged builds.
type ChangeDetector struct{ Builds Builds }

// compareTimeout limits all queries of one comparison together. A source may be large, or another session may lock it.
const compareTimeout = time.Minute

// Compare returns the plan of a starting run without the statements of the nodes whose inputs have not changed since their
// last build. Every node gets a reason, and every built node gets the inputs that later runs compare with.
//
// Compare reads data versions now. The next such run detects a change between now and the build of a node, because the
// recorded versions are older than the data that the node read, never newer.
//
// If the engine cannot return a version, the nodes that depend on it are built. Compare returns an error only if the state
// database cannot be read or the context ends.
func (c ChangeDetector) Compare(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
	check := claimed.Plan.ChangeCheck
	if check == nil {
		return claimed.Plan, nil
	}
	builds, err := c.Builds.Builds(ctx, claimed.Run.Organization, claimed.Run.Environment)
	if err != nil {
		return plan.Plan{}, err
	}
	querying, done := context.WithTimeout(ctx, compareTimeout)
	defer done()
	d := changeDecider{
		ChangeCheck: check, builds: builds, building: map[transform.NodeID]bool{},
		catalog: readCatalog(querying, on, check), digests: digestSources(querying, on, check),
	}
	if ctx.Err() != nil {
		return plan.Plan{}, context.Cause(ctx)
	}
	decided := plan.Plan{Nodes: slices.Clone(claimed.Plan.Nodes)}
	for i := range decided.Nodes {
		d.decideNode(&decided.Nodes[i])
	}
	return decided, nil
}
