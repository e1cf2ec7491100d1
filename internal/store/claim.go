package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// Claim claims runs that can start, or whose lease has expired, up to the limit of the request. It returns none if there
// are none.
//
// Workers call it all the time and mostly find nothing, so it first queries without a transaction. Then it tries each
// candidate: another worker may have claimed it meanwhile, or the run has to wait for another run. The store records
// that run, so that the next query skips the candidate.
func (s *Leases) Claim(ctx context.Context, request run.ClaimRequest) ([]*run.ClaimedRun, error) {
	for {
		candidates, err := s.candidates(ctx, request)
		if err != nil {
			return nil, translate(err)
		}
		claimed, progress, err := s.claimSomeOf(ctx, request, candidates)
		if len(claimed) > 0 || err != nil || !progress {
			return claimed, err
		}
	}
}

// maxClaimsAtOnce is how many candidates are tried at the same time, each in a transaction of its own. SQLite commits them
// together.
const maxClaimsAtOnce = 8

// claimSomeOf tries candidates, oldest first. A row that cannot be read must not stop the runs of other organizations, so
// its error is returned only if no candidate planned progress.
func (s *Leases) claimSomeOf(
	ctx context.Context, request run.ClaimRequest, candidates []candidate,
) (claimed []*run.ClaimedRun, progress bool, refused error) {
	limit := max(request.Limit, 1)
	var broken error // the database does not answer
	for broken == nil && len(candidates) > 0 && len(claimed) < limit {
		some := candidates[:min(len(candidates), limit-len(claimed), maxClaimsAtOnce)]
		candidates = candidates[len(some):]
		for _, attempt := range s.claimAll(ctx, request, some) {
			switch {
			case attempt.err == nil && attempt.claimed != nil:
				claimed = append(claimed, attempt.claimed)
			case fault.Is(attempt.err, fault.Internal):
				refused = errors.Join(refused, attempt.err)
			case attempt.err != nil:
				broken = attempt.err
			}
			progress = progress || attempt.progress
		}
	}
	if broken != nil {
		return claimed, false, unless(len(claimed) > 0, broken)
	}
	return claimed, progress, unless(progress, refused)
}

// unless returns an error if a condition does not hold.
func unless(condition bool, err error) error {
	if condition {
		return nil
	}
	return err
}

// claimAll tries to claim runs at the same time.
func (s *Leases) claimAll(ctx context.Context, request run.ClaimRequest, candidates []candidate) []claimAttempt {
	attempts := make([]claimAttempt, len(candidates))
	try := func(i int) {
		attempt := &attempts[i]
		attempt.err = s.write(ctx, func(t *tx) (err error) {
			*attempt, err = t.tryClaim(ctx, request, candidates[i])
			return err
		})
		if attempt.err == nil && attempt.claimed != nil {
			attempt.claimed, attempt.err = s.unpack(ctx, *attempt)
		}
	}
	var others sync.WaitGroup
	for i := 1; i < len(candidates); i++ {
		others.Go(func() { try(i) })
	}
	try(0)
	others.Wait()
	return attempts
}

// claimable is the condition that a run can be claimed, as far as its row and its blocker show; $1 is the data folder
// id of the claim request. The column home stores a data folder id.
func (d dialect) claimable() string {
	return liveRuns + ` AND n.home IN ('', $1) AND CASE n.status
		WHEN 'running' THEN n.lease_until < ` + d.clock + `
		ELSE NOT EXISTS (SELECT 1 FROM runs b WHERE b.organization_id = n.organization_id AND b.id = n.blocked_by
			AND b.status IN ('waitingToRun', 'running')) END`
}

// claimAttempt is the result of trying to claim a run.
type claimAttempt struct {
	claimed  *run.ClaimedRun
	plan     []byte // of the claimed run
	progress bool   // something changed, so that another query may find more
	err      error
}

// tryClaim claims a run in one transaction. It returns an empty attempt if another worker claimed it first or the run
// has to wait.
func (t *tx) tryClaim(ctx context.Context, request run.ClaimRequest, c candidate) (claimAttempt, error) {
	if c.hasQuota {
		if atQuota, err := t.lockRunQuota(ctx, c.key.Organization); err != nil || atQuota {
			t.quiet = true
			return claimAttempt{}, err
		}
	}
	if atLimit, err := t.lockLimit(ctx, c.connection); err != nil || atLimit {
		t.quiet = true
		return claimAttempt{}, err
	}
	at, err := t.lockTarget(ctx, c.key.Organization, c.environment)
	if err != nil {
		return claimAttempt{}, err
	}
	row := t.QueryRowContext(ctx, `SELECT `+plannedForColumns+`, `+runColumns+` FROM runs n WHERE `+t.dialect.claimable()+
		` AND n.organization_id = $2 AND n.id = $3`+t.dialect.forUpdate, request.DataFolderID, c.key.Organization, c.key.Run)
	var planned plannedFor
	r, err := scanRun(func(dest ...any) error { return row.Scan(append(planned.into(), dest...)...) })
	if errors.Is(err, sql.ErrNoRows) { // another worker claimed it first
		t.quiet = true
		return claimAttempt{}, nil
	}
	if err != nil {
		return claimAttempt{}, err
	}
	if r.Status == run.WaitingToRun {
		if blocked, err := t.block(ctx, r); err != nil || blocked {
			return claimAttempt{progress: blocked}, err
		}
		if err := t.compareSettings(ctx, r, &planned); err != nil {
			return claimAttempt{}, err
		}
	}
	after, reason := at.afterClaim(r, planned)
	if reason != "" {
		return claimAttempt{progress: true}, t.failRun(ctx, r, at, reason)
	}
	if err := t.updateTarget(ctx, r, at, after); err != nil {
		return claimAttempt{}, err
	}
	return t.acquireLease(ctx, request, r, planned.connection)
}

// failRun fails a run that cannot continue, whether it has started or not.
func (t *tx) failRun(ctx context.Context, r run.Run, at runTarget, reason string) error {
	outcome := run.Outcome{Status: run.Failed, Reason: reason}
	if r.Status == run.Running {
		return t.endAbandoned(ctx, &runEnd{run: r, outcome: outcome, target: at})
	}
	return t.endRun(ctx, &runEnd{run: r, outcome: outcome, target: at})
}

// block records which run a waiting run has to wait for. It returns false if there is none.
func (t *tx) block(ctx context.Context, r run.Run) (bool, error) {
	blocker, err := t.blocker(ctx, r)
	if err != nil || blocker == 0 {
		return false, err
	}
	t.quiet = true // it waits as before, so cached responses stay valid
	_, err = t.ExecContext(ctx, `UPDATE runs SET blocked_by = $1 WHERE organization_id = $2 AND id = $3`, blocker, r.Organization, r.ID)
	return err == nil, err
}

// plannedFor is what a run was planned for, compared with its environment now.
type plannedFor struct {
	snapshot   string
	connection ids.Connection
	settings   project.SettingsFingerprint
	isStale    bool   // the environment has changed since the deploy plan was made
	changed    string // the settings of the environment that have changed since a refresh was planned; empty if none
}

const plannedForColumns = `n.snapshot, n.connection_id, n.footing_place, n.footing_parameters, n.plan_id <> '' AND EXISTS (SELECT 1 FROM plans p
	JOIN environments e ON e.organization_id = p.organization_id AND e.id = p.environment_id
	WHERE p.organization_id = n.organization_id AND p.id = n.plan_id AND p.version <> e.version)`

// into returns where to read plannedForColumns.
func (p *plannedFor) into() []any {
	return []any{&p.snapshot, &p.connection, &p.settings.Target, &p.settings.Parameters, &p.isStale}
}

// compareSettings finds the settings of the environment that have changed since a refresh was planned.
func (t *tx) compareSettings(ctx context.Context, r run.Run, planned *plannedFor) error {
	if planned.settings == (project.SettingsFingerprint{}) {
		return nil
	}
	now, err := t.settingsFingerprint(ctx, r.Organization, r.Environment)
	planned.changed = planned.settings.Changed(now)
	return err
}

// maxClaims ends a run that keeps crashing its workers.
const maxClaims = 100

// afterClaim returns the target of a run after the claim, or the reason why the run cannot continue.
func (at runTarget) afterClaim(r run.Run, planned plannedFor) (after runTarget, reason string) {
	switch {
	case r.Epoch >= maxClaims:
		return at, fmt.Sprintf("%d workers claimed the run, and each vanished before it ended", maxClaims)
	case at.kind == noTarget:
		return at, "environment " + ids.FormatNumber(r.Environment) + " was deleted"
	case at.status == project.Deleting:
		return at, "environment " + ids.FormatNumber(r.Environment) + " is being deleted"
	case r.Status == run.Running:
		return at, ""
	}
	if reason := at.staleReason(r, planned); reason != "" {
		return at, reason
	}
	after, err := at.afterStart(r.Type)
	if err != nil {
		return at, err.Error()
	}
	return after, ""
}

// staleReason returns why a waiting run can no longer start: the environment is not the one that it was planned for. It
// returns "" if the run can start.
func (at runTarget) staleReason(r run.Run, planned plannedFor) string {
	switch {
	case at.kind != environmentTarget:
		return ""
	case r.Type == run.Deploy && planned.isStale:
		return "the environment was changed after this plan was made; make a new plan"
	case r.Type == run.Deploy:
		return ""
	case at.isInFailedDeploy() && !r.Details.Force:
		return "a deployment failed after this run was planned; deploy again, or force the run"
	case at.snapshot != planned.snapshot:
		return "the environment was deployed again after this run was planned; start a new run"
	case planned.changed != "":
		return planned.changed + " of the environment were changed after this run was planned; start a new run"
	default:
		return ""
	}
}

// acquireLease makes the requester the owner of a run that is locked.
func (t *tx) acquireLease(ctx context.Context, request run.ClaimRequest, r run.Run, connection ids.Connection) (claimAttempt, error) {
	r.Status = run.Running
	r.Epoch++
	if r.StartedAt.IsZero() {
		r.StartedAt = fromMoment(moment(t.now))
	}
	sequence, err := t.nextSequence(ctx, r.Organization, 1)
	if err != nil {
		return claimAttempt{}, err
	}
	_, err = t.ExecContext(ctx, `UPDATE runs SET status = $1, epoch = $2, started_at = $3, owner = $4, blocked_by = 0, changed = $5,
		lease_until = `+t.dialect.clock+` + $6 WHERE organization_id = $7 AND id = $8`,
		r.Status, r.Epoch, moment(r.StartedAt), request.Owner, sequence, request.Length.Milliseconds(), r.Organization, r.ID)
	if err != nil {
		return claimAttempt{}, err
	}
	claimed := &run.ClaimedRun{Lease: run.Lease{Key: r.Key(), Owner: request.Owner, Epoch: r.Epoch}, Run: r, Connection: connection}
	if r.Epoch > 1 { // otherwise no worker has stored any
		if claimed.Results, err = findNodes(ctx, t, r.Key()); err != nil {
			return claimAttempt{}, err
		}
	}
	stored, err := findPlan(ctx, t, r.Key())
	return claimAttempt{claimed: claimed, plan: stored, progress: true}, err
}

// unpack decodes the plan of a claimed run. If the plan cannot be decoded, it fails the run and returns nil, because
// workers would claim such a run forever.
func (s *Leases) unpack(ctx context.Context, attempt claimAttempt) (*run.ClaimedRun, error) {
	claimed := attempt.claimed
	var err error
	if claimed.Plan, err = plan.Decode(attempt.plan); err == nil {
		return claimed, nil
	}
	return nil, s.Finish(ctx, claimed.Lease, run.Outcome{Status: run.Failed, Reason: err.Error()})
}

// findPlan returns the stored plan of a run; empty if there is none.
func findPlan(ctx context.Context, q querier, key run.Key) ([]byte, error) {
	var stored []byte
	err := q.QueryRowContext(ctx, `SELECT plan FROM run_plans WHERE organization_id = $1 AND run_id = $2`, key.Organization, key.Run).Scan(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return stored, err
}
