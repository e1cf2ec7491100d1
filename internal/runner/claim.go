package runner

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/run"
)

// claimTimeout limits the wait for the answer to a claim. The runner waits for it also when the process stops, because
// a claimed run without a worker would wait until its lease expires.
const claimTimeout = 5 * time.Second

// maxClaimed is how many runs one claim returns: few enough that other servers get some.
const maxClaimed = 16

// claimLoop claims runs until the context ends.
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
		case <-r.Signals.claims:
		case <-timer.C:
		}
	}
}

func (r *Runner) sayReachable(err error) {
	if err == nil {
		r.Logger.Info("state database reachable again")
		return
	}
	r.Logger.Error("claim failed, retrying", "error", err.Error())
}

// claim claims runs and starts them. It returns false if there is none to claim or the process has MaxRuns runs.
func (r *Runner) claim(ctx context.Context) (bool, error) {
	except := r.except()
	if len(except) >= r.MaxRuns {
		return false, nil
	}
	asking, done := context.WithTimeout(context.WithoutCancel(ctx), claimTimeout)
	defer done()
	asked := r.Now() // the leases start some time after this
	claimed, err := r.Store.Claim(asking, run.ClaimRequest{
		Owner: r.Owner, DataFolderID: r.DataFolderID, Labels: r.Labels, Length: r.Lease, Except: except,
		Limit: min(r.MaxRuns-len(except), maxClaimed),
	})
	for _, one := range claimed {
		r.begin(one, asked) //nolint:contextcheck // the run outlives the claim
	}
	return len(claimed) > 0, err
}

// except lists the runs of this process.
func (r *Runner) except() (keys []run.Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key := range r.holders {
		keys = append(keys, key)
	}
	return keys
}

// begin starts the execution of a claimed run.
func (r *Runner) begin(claimed *run.ClaimedRun, asked time.Time) {
	h := newLeaseHolder(claimed, asked, r.Options)
	r.mu.Lock()
	r.holders[h.lease.Key] = h
	r.mu.Unlock()
	r.working.Go(func() {
		defer r.leave(h)
		r.runClaimed(h)
	})
}

// leave removes a run after its goroutine has finished.
func (r *Runner) leave(h *leaseHolder) {
	h.close()
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.holders, h.lease.Key)
	wake(r.Signals.claims)
}
