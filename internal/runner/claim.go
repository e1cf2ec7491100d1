package runner

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/run"
)

// claimTimeout is how long the answer to a claim is waited for. It is heard out also when the process stops, because a
// run that was given to nobody waits until its lease has ended.
const claimTimeout = 5 * time.Second

// claimLoop claims until the context ends.
func (r *Runner) claimLoop(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	isReachable := true
	for ctx.Err() == nil {
		claimed, err := r.claim(ctx)
		if (err == nil) != isReachable {
			isReachable = err == nil
			r.sayReachable(err)
		}
		if claimed {
			continue
		}
		timer.Reset(r.Poll)
		select {
		case <-ctx.Done():
		case <-r.claims:
		case <-timer.C:
		}
	}
}

func (r *Runner) sayReachable(err error) {
	if err == nil {
		r.Logger.Info("the state database answers again")
		return
	}
	r.Logger.Error("no run can be claimed; trying again", "error", err.Error())
}

// claim takes one run and begins with it; false when there is none to take.
func (r *Runner) claim(ctx context.Context) (bool, error) {
	except, isFull := r.except()
	if isFull {
		return false, nil
	}
	asking, done := context.WithTimeout(context.WithoutCancel(ctx), claimTimeout)
	defer done()
	asked := r.Now() // the lease lasts from some moment after this one
	claimed, err := r.Store.Claim(asking, run.ClaimRequest{Owner: r.Owner, DataFolderID: r.DataFolderID, Length: r.Lease, Except: except})
	if err != nil || claimed == nil {
		return false, err
	}
	r.begin(claimed, asked) //nolint:contextcheck // the run goes on when the claim is over
	return true, nil
}

// except are the runs that this process works on, and whether they are as many as it may.
func (r *Runner) except() (keys []run.Key, isFull bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range r.tenures {
		keys = append(keys, key)
	}
	return keys, len(keys) >= r.MostRuns
}

// begin starts to carry a claimed run out.
func (r *Runner) begin(claimed *run.ClaimedRun, asked time.Time) {
	t := newTenure(claimed, asked, r.Options)
	r.mu.Lock()
	r.tenures[t.lease.Key] = t
	r.mu.Unlock()
	r.working.Go(func() {
		defer r.leave(t)
		r.runClaimed(t)
	})
}

// leave lets go of a run after its goroutine has done everything.
func (r *Runner) leave(t *leaseHolder) {
	t.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.tenures, t.lease.Key)
	wake(r.claims)
}
