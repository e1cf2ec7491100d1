package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// Claim takes one run that can start, or whose lease has ended.
//
// It is asked all the time and mostly in vain, so it first looks without a transaction. What it finds it tries in turn:
// another may have been faster, or the run has to wait for yet another one, which is then written down so that the next
// look passes it over.
func (s *Leases) Claim(ctx context.Context, claimant run.ClaimRequest) (*run.ClaimedRun, error) {
	for {
		candidates, err := s.candidates(ctx, claimant)
		if err != nil {
			return nil, translate(err)
		}
		claimed, progress, err := s.claimOneOf(ctx, claimant, candidates)
		if claimed != nil || err != nil || !progress {
			return claimed, err
		}
	}
}

// claimOneOf tries candidates in turn. A row that cannot be read must not stop the runs of everybody else, so it is told of
// only when nothing else came of it.
func (s *Leases) claimOneOf(
	ctx context.Context, claimant run.ClaimRequest, candidates []candidate,
) (claimed *run.ClaimedRun, progress bool, refused error) {
	for _, c := range candidates {
		var tried attempt
		err := s.write(ctx, func(t *tx) (err error) {
			tried, err = t.try(ctx, claimant, c)
			return err
		})
		if err == nil && tried.claimed != nil {
			claimed, err = s.unpack(ctx, tried)
		}
		switch {
		case claimed != nil:
			return claimed, true, nil
		case fault.Is(err, fault.Internal):
			refused = errors.Join(refused, err)
		case err != nil:
			return nil, false, err
		}
		progress = progress || tried.progress
	}
	if progress {
		refused = nil
	}
	return nil, progress, refused
}

// candidate is a run that looked as if it could be claimed.
type candidate struct {
	key         run.Key
	environment ids.Environment
}

// claimable is the condition that a run can be claimed, as far as one row and its blocker tell; $1 is the home of the
// claimant.
func (d dialect) claimable() string {
	return liveRuns + ` AND n.home IN ('', $1) AND CASE n.status
		WHEN 'running' THEN n.lease_until < ` + d.clock + `
		ELSE NOT EXISTS (SELECT 1 FROM runs b WHERE b.organization_id = n.organization_id AND b.id = n.blocked_by
			AND b.status IN ('waitingToRun', 'running')) END`
}

// maxCandidates is how many runs one look finds. There are several, because others look for the same.
const maxCandidates = 16

// candidates gives runs that look as if they could be claimed, oldest first.
func (s *Leases) candidates(ctx context.Context, claimant run.ClaimRequest) ([]candidate, error) {
	found, err := queryAll(ctx, s.db.reader, func(scan scanner) (c candidate, err error) {
		return c, scan(&c.key.Organization, &c.key.Run, &c.environment)
	}, s.db.dialect.candidates(), claimant.DataFolderID, maxCandidates+len(claimant.Except))
	return slices.DeleteFunc(found, func(c candidate) bool { return slices.Contains(claimant.Except, c.key) }), err
}

func (d dialect) candidates() string {
	return `SELECT n.organization_id, n.id, n.environment_id FROM runs n WHERE ` + d.claimable() + `
		ORDER BY n.created_at, n.organization_id, n.id LIMIT $2`
}

// attempt is what came of a try to claim a run.
type attempt struct {
	claimed  *run.ClaimedRun
	plan     []byte // of the run that was claimed
	progress bool   // something changed, and another look makes sense
}

// try claims a run in one transaction, unless something is in the way.
func (t *tx) try(ctx context.Context, claimant run.ClaimRequest, c candidate) (attempt, error) {
	at, err := t.lockTarget(ctx, c.key.Organization, c.environment)
	if err != nil {
		return attempt{}, err
	}
	row := t.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE `+t.dialect.claimable()+
		` AND n.organization_id = $2 AND n.id = $3`+t.dialect.forUpdate, claimant.DataFolderID, c.key.Organization, c.key.Run)
	r, err := scanRun(row.Scan)
	if errors.Is(err, sql.ErrNoRows) { // another was faster
		t.quiet = true
		return attempt{}, nil
	}
	if err != nil {
		return attempt{}, err
	}
	if r.Status == run.WaitingToRun {
		if blocked, err := t.block(ctx, r); err != nil || blocked {
			return attempt{progress: blocked}, err
		}
	}
	made, err := t.frozen(ctx, r)
	if err != nil {
		return attempt{}, err
	}
	after, reason := at.taken(r, made)
	if reason != "" {
		return attempt{progress: true}, t.failRun(ctx, r, at, reason)
	}
	if err := t.updateTarget(ctx, r, at, after); err != nil {
		return attempt{}, err
	}
	return t.acquireLease(ctx, claimant, r, made.connection)
}

// failRun fails a run that cannot go on, whether it has begun or not.
func (t *tx) failRun(ctx context.Context, r run.Run, at runTarget, reason string) error {
	outcome := run.Outcome{Status: run.Failed, Reason: reason}
	if r.Status == run.Running {
		return t.endAbandoned(ctx, &runEnd{run: r, outcome: outcome, target: at})
	}
	return t.endRun(ctx, &runEnd{run: r, outcome: outcome, target: at})
}

// block writes down which run a waiting run has to wait for, if there is one.
func (t *tx) block(ctx context.Context, r run.Run) (bool, error) {
	blocker, err := t.blocker(ctx, r)
	if err != nil || blocker == 0 {
		return false, err
	}
	t.quiet = true // it waits as before
	_, err = t.ExecContext(ctx, `UPDATE runs SET blocked_by = $1 WHERE organization_id = $2 AND id = $3`, blocker, r.Organization, r.ID)
	return err == nil, err
}

// plannedFor is what a run was planned for.
type plannedFor struct {
	snapshot   string
	connection ids.Connection
	isStale    bool   // the environment has changed since the plan of the deploy was made
	moved      string // what is other in the environment since a refresh was planned
}

func (t *tx) frozen(ctx context.Context, r run.Run) (made plannedFor, err error) {
	var stood project.SettingsFingerprint
	err = t.QueryRowContext(ctx, `SELECT n.snapshot, n.connection_id, n.footing_place, n.footing_parameters, EXISTS (SELECT 1 FROM plans p
			JOIN environments e ON e.organization_id = p.organization_id AND e.id = p.environment_id
			WHERE p.organization_id = n.organization_id AND p.id = n.plan_id AND p.version <> e.version)
		FROM runs n WHERE n.organization_id = $1 AND n.id = $2`, r.Organization, r.ID).
		Scan(&made.snapshot, &made.connection, &stood.Target, &stood.Parameters, &made.isStale)
	if err != nil || r.Status != run.WaitingToRun || stood == (project.SettingsFingerprint{}) {
		return made, err
	}
	stands, err := t.footing(ctx, r.Organization, r.Environment)
	made.moved = stood.Changed(stands)
	return made, err
}

// maxClaims is how often a run may change hands. One that kills whoever works on it must not do so for ever.
const maxClaims = 100

// taken is the target of a run after it was claimed, or why the run cannot go on in it.
func (at runTarget) taken(r run.Run, made plannedFor) (after runTarget, reason string) {
	switch {
	case r.Epoch >= maxClaims:
		return at, fmt.Sprintf("the servers that worked on it ended %d times before it did", maxClaims)
	case at.kind == noTarget:
		return at, "environment " + ids.FormatNumber(r.Environment) + " was deleted"
	case at.status == project.Deleting:
		return at, "environment " + ids.FormatNumber(r.Environment) + " is being deleted"
	case r.Status == run.Running:
		return at, ""
	}
	if reason := at.outdates(r, made); reason != "" {
		return at, reason
	}
	after, err := at.begun(r.Type)
	if err != nil {
		return at, err.Error()
	}
	return after, ""
}

// outdates says why a run that has waited can no longer begin: it was planned for what is there no longer.
func (at runTarget) outdates(r run.Run, made plannedFor) string {
	switch {
	case at.kind != environmentTarget:
		return ""
	case r.Type == run.Deploy && made.isStale:
		return "the environment was changed after this plan was made; make a new plan"
	case r.Type == run.Deploy:
		return ""
	case at.isInFailedDeploy() && !r.Details.Force:
		return "a deployment failed after this run was planned; deploy again, or force the run"
	case at.snapshot != made.snapshot:
		return "the environment was deployed anew after this run was planned; start it again"
	case made.moved != "":
		return made.moved + " of the environment were changed after this run was planned; start it again"
	default:
		return ""
	}
}

// acquireLease makes the claimant the owner of a run that is locked.
func (t *tx) acquireLease(ctx context.Context, claimant run.ClaimRequest, r run.Run, connection ids.Connection) (attempt, error) {
	r.Status = run.Running
	r.Epoch++
	if r.StartedAt.IsZero() {
		r.StartedAt = fromMoment(moment(t.now))
	}
	mark, err := t.nextSequence(ctx, r.Organization, 1)
	if err != nil {
		return attempt{}, err
	}
	_, err = t.ExecContext(ctx, `UPDATE runs SET status = $1, epoch = $2, started_at = $3, owner = $4, blocked_by = 0, changed = $5,
		lease_until = `+t.dialect.clock+` + $6 WHERE organization_id = $7 AND id = $8`,
		r.Status, r.Epoch, moment(r.StartedAt), claimant.Owner, mark, claimant.Length.Milliseconds(), r.Organization, r.ID)
	if err != nil {
		return attempt{}, err
	}
	claimed := &run.ClaimedRun{Lease: run.Lease{Key: r.Key(), Owner: claimant.Owner, Epoch: r.Epoch}, Run: r, Connection: connection}
	if claimed.Results, err = findNodes(ctx, t, r.Key()); err != nil {
		return attempt{}, err
	}
	stored, err := findPlan(ctx, t, r.Key())
	return attempt{claimed: claimed, plan: stored, progress: true}, err
}

// unpack reads the plan of a claimed run. A run whose plan cannot be read would come back for ever, so it ends here, and
// what is given is nil.
func (s *Leases) unpack(ctx context.Context, tried attempt) (*run.ClaimedRun, error) {
	claimed := tried.claimed
	var err error
	if claimed.Plan, err = plan.Decode(tried.plan); err == nil {
		return claimed, nil
	}
	return nil, s.Finish(ctx, claimed.Lease, run.Outcome{Status: run.Failed, Reason: err.Error()})
}

// findPlan gives the stored plan of a run; empty when there is none.
func findPlan(ctx context.Context, q querier, key run.Key) ([]byte, error) {
	var stored []byte
	err := q.QueryRowContext(ctx, `SELECT plan FROM run_plans WHERE organization_id = $1 AND run_id = $2`, key.Organization, key.Run).Scan(&stored)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return stored, err
}
