package runner_test

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// line is the connection of a process to the state database. It is a runner.Store.
type line struct {
	database *stateDatabase
	// send sends a request with a simulated outcome: it calls do if the request arrives, and returns an error if there
	// is no answer.
	send func(ctx context.Context, operation string, do func()) error
}

func (l *line) Claim(ctx context.Context, claimant run.ClaimRequest) (claimed []*run.ClaimedRun, err error) {
	err = l.send(ctx, "claim", func() { claimed = l.database.claimSome(claimant) })
	if err != nil {
		return nil, err
	}
	return claimed, nil
}

func (l *line) Renew(ctx context.Context, leases []run.Lease, length time.Duration) (renewals []run.Renewal, err error) {
	err = l.send(ctx, "renew", func() { renewals = l.database.renew(leases, length) })
	return renewals, err
}

func (l *line) CancelRequests(ctx context.Context, owner string) (keys []run.Key, err error) {
	err = l.send(ctx, "cancel requests", func() { keys = l.database.cancelRequests(owner) })
	return keys, err
}

func (l *line) Save(ctx context.Context, lease run.Lease, results []run.NodeResult) error {
	return l.write(ctx, "save", func() error { return l.database.save(lease, results) })
}

func (l *line) ReplacePlan(ctx context.Context, lease run.Lease, selected plan.Plan) error {
	return l.write(ctx, "replacePlan", func() error { return l.database.replacePlan(lease, selected) })
}

func (l *line) SaveAndFinish(ctx context.Context, lease run.Lease, results []run.NodeResult, outcome run.Outcome) error {
	return l.write(ctx, "finish", func() error { return l.database.finish(lease, results, outcome) })
}

func (l *line) Release(ctx context.Context, lease run.Lease) error {
	return l.write(ctx, "release", func() error { return l.database.release(lease) })
}

func (l *line) ReleaseAll(ctx context.Context) error {
	return l.send(ctx, "release all", l.database.releaseAll)
}

func (l *line) write(ctx context.Context, operation string, do func() error) error {
	var refused error
	if err := l.send(ctx, operation, func() { refused = do() }); err != nil {
		return err
	}
	return refused
}

// reliableLine is a line without faults and delays.
func reliableLine(database *stateDatabase) *line {
	return &line{database, func(ctx context.Context, _ string, do func()) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		do()
		return nil
	}}
}
