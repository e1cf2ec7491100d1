package runner

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// Store is the part of the state database that carries runs out. Every change is a compare-and-set on the lease: with a
// lease that has passed it changes nothing and gives a fault for which run.IsLeaseLost is true. Moments of leases are the
// database's own, so that the clocks of several servers need not agree.
type Store interface {
	// Claim takes one run that can start, or whose lease has ended, and gives it under a new epoch; nil when there is none.
	// A run can start when no run of the same environment that is running, or that has waited longer, shares a node with
	// it; a deploy shares every node. Starting moves the environment to Refreshing or Deploying.
	Claim(ctx context.Context, claimant run.ClaimRequest) (*run.ClaimedRun, error)
	// Renew lengthens leases and reports, for each of them, whether it is still held and whether the run is to be canceled.
	Renew(ctx context.Context, leases []run.Lease, length time.Duration) ([]run.Renewal, error)
	// CancelRequests gives the runs of an owner that are to be canceled. It is asked often, so it is one cheap query.
	CancelRequests(ctx context.Context, owner string) ([]run.Key, error)
	// Save writes results of nodes, all or none. A result that the machine of nodes does not allow is left out: the
	// stored one is over.
	Save(ctx context.Context, lease run.Lease, results []run.NodeResult) error
	// Settle puts a plan of the same nodes in the place of the stored one, before anything of it is carried out.
	ReplacePlan(ctx context.Context, lease run.Lease, settled plan.Plan) error
	// Finish ends a run, and moves its environment to what follows from it. Nodes that are not over become canceled in a
	// canceled run and skipped in any other.
	Finish(ctx context.Context, lease run.Lease, outcome run.Outcome) error
	// Release gives a run back unfinished, so that another worker can claim it at once.
	Release(ctx context.Context, lease run.Lease) error
	// ReleaseAll ends the leases of owners that cannot be alive. It is for a start on a state database that belongs to one
	// process.
	ReleaseAll(ctx context.Context) error
}
