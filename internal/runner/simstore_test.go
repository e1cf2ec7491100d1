package runner_test

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// stateDatabase is a state database in memory: what runner.Store promises, without a connection that could fail. Each
// process has a line to it, which injects the faults.
type stateDatabase struct {
	mu        sync.Mutex
	offset    time.Duration // of its clock
	runs      []*storedRun
	ended     func(*storedRun, run.Outcome) // called at the end of runs, while the lock is held
	violatedf func(format string, args ...any)

	forgetsPlans bool
	forgetsSent  bool
}

// storedRun is a stored run.
type storedRun struct {
	run     run.Run
	plan    plan.Plan
	owner   string
	until   time.Time // the end of the lease
	results map[transform.NodeID]run.NodeResult
}

func newStateDatabase() *stateDatabase {
	return &stateDatabase{
		ended:     func(*storedRun, run.Outcome) {},
		violatedf: func(string, ...any) {},
	}
}

// maxLease limits a lease, whatever the request.
const maxLease = 10 * time.Second

func (d *stateDatabase) now() time.Time { return time.Now().Add(d.offset) }

// insert accepts a run.
func (d *stateDatabase) insert(environment ids.Environment, p plan.Plan, details run.Details) run.Key {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := run.Run{
		Organization: "organization", ID: ids.Run(len(d.runs) + 1), Environment: environment, Type: run.Refresh, Status: run.WaitingToRun,
		CreatedAt: d.now(), Details: details, Nodes: len(p.Nodes),
	}
	d.runs = append(d.runs, &storedRun{run: r, plan: p, results: map[transform.NodeID]run.NodeResult{}})
	return r.Key()
}

// cancel requests the cancellation of a run.
func (d *stateDatabase) cancel(key run.Key) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch s := d.find(key); s.run.Status {
	case run.WaitingToRun:
		d.end(s, run.Outcome{Status: run.Canceled})
	case run.Running:
		s.run.CancelRequested = true
	default: // stopRenewing
	}
}

func (d *stateDatabase) find(key run.Key) *storedRun { return d.runs[key.Run-1] }

// get returns a copy of a run.
func (d *stateDatabase) get(key run.Key) storedRun {
	d.mu.Lock()
	defer d.mu.Unlock()
	s := *d.find(key)
	s.results = maps.Clone(s.results)
	return s
}

// isOver reports whether every run has ended.
func (d *stateDatabase) isOver() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return !slices.ContainsFunc(d.runs, func(s *storedRun) bool { return !s.run.Status.IsOver() })
}

// jump sets the clock.
func (d *stateDatabase) jump(by time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.offset += by
}

// claimSome claims runs up to the limit of the request.
func (d *stateDatabase) claimSome(claimant run.ClaimRequest) (claimed []*run.ClaimedRun) {
	for len(claimed) < max(claimant.Limit, 1) {
		one := d.claim(claimant)
		if one == nil {
			break
		}
		claimed = append(claimed, one)
	}
	return claimed
}

func (d *stateDatabase) claim(claimant run.ClaimRequest) *run.ClaimedRun {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, s := range d.runs {
		if slices.Contains(claimant.Except, s.run.Key()) || !d.isClaimable(i) {
			continue
		}
		if !s.run.Status.CanMove(run.Running) {
			d.violatedf("run %d went from %s to running", s.run.ID, s.run.Status)
		}
		s.run.Status = run.Running
		s.run.Epoch++
		s.owner, s.until = claimant.Owner, d.now().Add(min(claimant.Length, maxLease))
		return &run.ClaimedRun{
			Lease: run.Lease{Key: s.run.Key(), Owner: s.owner, Epoch: s.run.Epoch}, Run: s.run, Plan: s.plan,
			Results: maps.Clone(s.results),
		}
	}
	return nil
}

// isClaimable: a waiting run starts after the earlier runs of its environment.
func (d *stateDatabase) isClaimable(position int) bool {
	s := d.runs[position]
	switch s.run.Status {
	case run.Running:
		return s.until.Before(d.now())
	case run.WaitingToRun:
		return !slices.ContainsFunc(d.runs[:position], func(before *storedRun) bool {
			return before.run.Environment == s.run.Environment && !before.run.Status.IsOver()
		})
	default:
		return false
	}
}

// leased returns the run of a valid lease. The caller locks mu.
func (d *stateDatabase) leased(lease run.Lease) (*storedRun, error) {
	s := d.find(lease.Key)
	if s.owner != lease.Owner || s.run.Epoch != lease.Epoch || s.run.Status != run.Running {
		return nil, run.LeaseLost(lease.Key)
	}
	return s, nil
}

func (d *stateDatabase) renew(leases []run.Lease, length time.Duration) []run.Renewal {
	d.mu.Lock()
	defer d.mu.Unlock()
	var renewals []run.Renewal
	for _, lease := range leases {
		s, err := d.leased(lease)
		if err == nil {
			s.until = d.now().Add(min(length, maxLease))
		}
		renewals = append(renewals, run.Renewal{Lease: lease, Held: err == nil, CancelRequested: err == nil && s.run.CancelRequested})
	}
	return renewals
}

func (d *stateDatabase) cancelRequests(owner string) []run.Key {
	d.mu.Lock()
	defer d.mu.Unlock()
	var keys []run.Key
	for _, s := range d.runs {
		if s.owner == owner && s.run.CancelRequested && s.run.Status == run.Running {
			keys = append(keys, s.run.Key())
		}
	}
	return keys
}

func (d *stateDatabase) save(lease run.Lease, results []run.NodeResult) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, err := d.leased(lease)
	if err == nil && d.forgetsSent {
		results = withoutSnapshots(results)
	}
	if err == nil {
		s.save(results)
	}
	return err
}

// withoutSnapshots removes what shows that a statement was sent to publish a node.
func withoutSnapshots(results []run.NodeResult) []run.NodeResult {
	changed := slices.Clone(results)
	for i := range changed {
		changed[i].Queries = slices.Clone(changed[i].Queries)
		for k := range changed[i].Queries {
			changed[i].Queries[k].Snapshot = ""
		}
	}
	return changed
}

func (s *storedRun) save(results []run.NodeResult) {
	for _, result := range results {
		before, known := s.results[result.Node]
		if !known {
			before.State = run.NodeWaiting
		}
		if before.State == result.State && known || before.State.CanMove(result.State) || before.State == run.NodeWaiting {
			if !before.State.IsOver() {
				s.results[result.Node] = result
			}
		}
	}
}

func (d *stateDatabase) replacePlan(lease run.Lease, selected plan.Plan) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, err := d.leased(lease)
	if err == nil && !d.forgetsPlans {
		s.plan = selected
	}
	return err
}

func (d *stateDatabase) finish(lease run.Lease, results []run.NodeResult, outcome run.Outcome) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, err := d.leased(lease)
	if err != nil {
		return err
	}
	s.save(results)
	d.end(s, outcome)
	return nil
}

func (d *stateDatabase) end(s *storedRun, outcome run.Outcome) {
	if !s.run.Status.CanMove(outcome.Status) {
		d.violatedf("run %d went from %s to %s", s.run.ID, s.run.Status, outcome.Status)
	}
	s.run.Status, s.run.FailureReason = outcome.Status, outcome.Reason
	d.ended(s, outcome)
}

func (d *stateDatabase) release(lease run.Lease) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	s, err := d.leased(lease)
	if err == nil {
		s.owner, s.until = "", time.Time{}
	}
	return err
}

func (d *stateDatabase) releaseAll() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, s := range d.runs {
		if s.run.Status == run.Running {
			s.owner, s.until = "", time.Time{}
		}
	}
}

func unreachable() error {
	return run.StoreUnavailable(errors.New("no answer"), "the state database cannot be reached")
}
