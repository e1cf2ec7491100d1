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
	// Builds returns the last build record of nodes of an environment, or of all its nodes if none is named.
	Builds(
		ctx context.Context, organization ids.Organization, environment ids.Environment, nodes ...transform.NodeID,
	) (map[transform.NodeID]run.BuildRecord, error)
}

// ChangeDetector decides which nodes a run with onlyChanged builds.
type ChangeDetector struct{ Builds Builds }

// Compare returns the plan of a starting run without the statements of the nodes whose inputs have not changed since their
// last build; see Comparison. It returns an error only if the state database cannot be read or the context ends.
func (c ChangeDetector) Compare(ctx context.Context, on engine.Engine, claimed *run.ClaimedRun) (plan.Plan, error) {
	if claimed.Plan.ChangeCheck == nil {
		return claimed.Plan, nil
	}
	builds, err := c.Builds.Builds(ctx, claimed.Run.Organization, claimed.Run.Environment)
	if err != nil {
		return plan.Plan{}, err
	}
	return Comparison{Engine: on, Builds: builds}.Decide(ctx, claimed.Plan)
}

// Comparison decides which nodes of a plan are built.
type Comparison struct {
	Engine engine.Engine
	Builds map[transform.NodeID]run.BuildRecord // the last of each node
}

// compareTimeout limits all queries of one comparison together. A source may be large, or another session may lock it.
const compareTimeout = time.Minute

// Decide returns a plan that has a ChangeCheck without the statements of the nodes whose inputs have not changed since their last
// build. Every node gets a reason, and every built node gets the inputs that later runs compare with.
//
// Decide reads data versions now. The next such run detects a change between now and the build of a node, because the
// recorded versions are older than the data that the node read, never newer.
//
// If the engine cannot return a version, the nodes that depend on it are built. Decide returns an error only if the context ends.
func (c Comparison) Decide(ctx context.Context, planned plan.Plan) (plan.Plan, error) {
	querying, done := context.WithTimeout(ctx, compareTimeout)
	defer done()
	check := planned.ChangeCheck
	d := changeDecider{
		ChangeCheck: check, builds: c.Builds, building: map[transform.NodeID]bool{},
		catalog: readCatalog(querying, c.Engine, check), digests: digestSources(querying, c.Engine, check),
	}
	if ctx.Err() != nil {
		return plan.Plan{}, context.Cause(ctx)
	}
	decided := plan.Plan{Nodes: slices.Clone(planned.Nodes), ProjectNodes: planned.ProjectNodes}
	for i := range decided.Nodes {
		d.decideNode(&decided.Nodes[i])
	}
	return decided, nil
}
