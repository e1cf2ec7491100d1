package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// Runs stores runs, for the parts that request and show them. Workers use Leases.
type Runs struct{ db *DB }

// Runs returns the store of runs.
func (db *DB) Runs() *Runs { return &Runs{db} }

const runColumns = `n.organization_id, n.id, n.environment_id, n.type, n.status, n.created_at, n.started_at, n.ended_at,
	n.started_by, n.rerun_of, n.failure_reason, n.details, n.parameters, n.nodes, n.failed_tests, n.cancel_requested, n.epoch`

// liveRuns is the condition for runs that have not ended. It is written as in the partial indexes, so that the database
// uses them.
const liveRuns = `n.status IN ('waitingToRun', 'running')`

func scanRun(scan scanner) (run.Run, error) {
	var r run.Run
	var created, started, ended int64
	var details, parameters []byte
	err := scan(&r.Organization, &r.ID, &r.Environment, &r.Type, &r.Status, &created, &started, &ended,
		&r.StartedBy, &r.RerunOf, &r.FailureReason, &details, &parameters, &r.Nodes, &r.FailedTests, &r.CancelRequested, &r.Epoch)
	if err != nil {
		return r, err
	}
	r.CreatedAt, r.StartedAt, r.EndedAt = fromMoment(created), fromMoment(started), fromMoment(ended)
	r.Parameters = parameters
	return r, json.Unmarshal(details, &r.Details)
}

// Find returns a run that the caller can see.
func (s *Runs) Find(ctx context.Context, sees account.Visibility, id ids.Run) (run.Run, error) {
	r, err := findRun(ctx, s.db.reader, sees, id)
	return r, translate(err)
}

func findRun(ctx context.Context, q querier, sees account.Visibility, id ids.Run) (run.Run, error) {
	row := q.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE `+visibleRuns+` AND n.id = $4`, append(visibleArgs(sees), id)...)
	r, err := scanRun(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return run.Run{}, run.NotFound(ids.FormatNumber(id))
	}
	return r, err
}

// Newest returns the newest run that the caller can see; false if there is none.
func (s *Runs) Newest(ctx context.Context, sees account.Visibility) (run.Run, bool, error) {
	row := s.db.reader.QueryRowContext(ctx, `SELECT `+runColumns+` FROM runs n WHERE `+visibleRuns+` ORDER BY n.id DESC LIMIT 1`, visibleArgs(sees)...)
	r, err := scanRun(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return run.Run{}, false, nil
	}
	return r, err == nil, translate(err)
}

// Load counts the runs that the caller can see and that have not ended.
func (s *Runs) Load(ctx context.Context, sees account.Visibility) (run.Load, error) {
	var load run.Load
	err := s.db.reader.QueryRowContext(ctx, `SELECT coalesce(sum(CASE WHEN n.status = 'running' THEN 0 ELSE 1 END), 0),
		coalesce(sum(CASE WHEN n.status = 'running' THEN 1 ELSE 0 END), 0)
		FROM runs n WHERE `+visibleRuns+` AND `+liveRuns, visibleArgs(sees)...).Scan(&load.WaitingToRun, &load.Running)
	return load, translate(err)
}

// Active returns the runs of an environment or workspace that have not ended, oldest first.
func (s *Runs) Active(ctx context.Context, organization ids.Organization, environment ids.Environment) ([]run.Run, error) {
	runs, err := queryAll(ctx, s.db.reader, scanRun, `SELECT `+runColumns+` FROM runs n
		WHERE n.organization_id = $1 AND n.environment_id = $2 AND `+liveRuns+` ORDER BY n.id`, organization, environment)
	return runs, translate(err)
}
