package runner

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// Store is the part of the state database that executes runs. Every write is a compare-and-set on the lease: with an
// expired lease it changes nothing and returns a fault for which run.IsLeaseLost is true. The times of leases are the
// database's own, so that the clocks of several servers need not agree.
type Store interface {
	// Claim claims runs that can start, or whose lease has expired, each under a new epoch, up to the limit of the
	// request. It returns none if there are none. A run can start if it shares no node with a run of the same environment that is running or has waited
	// longer; a deploy shares every node. Starting moves the environment to Refreshing or Deploying.
	Claim(ctx context.Context, claimant run.ClaimRequest) ([]*run.ClaimedRun, error)
	// Renew extends leases and reports, for each of them, whether it is still valid and whether the run must be
	// canceled.
	Renew(ctx context.Context, leases []run.Lease, length time.Duration) ([]run.Renewal, error)
	// CancelRequests lists the runs of an owner that must be canceled. It is called often, so it is one cheap query.
	CancelRequests(ctx context.Context, owner string) ([]run.Key, error)
	// Save writes results of nodes, all or none. It leaves out a result that the state machine of nodes does not allow,
	// because the stored one is final.
	Save(ctx context.Context, lease run.Lease, results []run.NodeResult) error
	// ReplacePlan replaces the stored plan with one of the same nodes, before its first statement.
	ReplacePlan(ctx context.Context, lease run.Lease, replacement plan.Plan) error
	// SaveAndFinish writes the last results of nodes, as Save does, ends the run and moves its environment to the resulting
	// status, all or nothing. Nodes without a final state become canceled in a canceled run and skipped in any other.
	SaveAndFinish(ctx context.Context, lease run.Lease, results []run.NodeResult, outcome run.Outcome) error
	// Release releases an unfinished run, so that another worker can claim it at once.
	Release(ctx context.Context, lease run.Lease) error
	// ReleaseAll ends the leases of owners that cannot be alive. It is for a start on a state database that belongs to
	// one process.
	ReleaseAll(ctx context.Context) error
}
