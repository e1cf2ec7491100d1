package store

import (
	"context"
	"fmt"
	"time"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
)

// Retention deletes runs that organizations keep no longer.
type Retention struct{ db *DB }

// Retention returns the store that deletes runs.
func (db *DB) Retention() *Retention { return &Retention{db} }

// expiredAtOnce limits how long a sweep blocks other writes: a run of a large project has thousands of results.
const expiredAtOnce = 5

// DeleteExpired deletes runs, deployments and results of an organization that it keeps no longer, at most so many.
func (s *Retention) DeleteExpired(ctx context.Context, organization ids.Organization, rule config.Retention, now time.Time, most int) (deleted int, err error) {
	sweeps := []sweep{
		{kind: `n.type <> 'deploy'`, keep: rule.Runs, keepCompleted: 1, remove: deleteRun},
		{kind: `n.type = 'deploy'`, keep: rule.Deployments, keepCompleted: 2, remove: deleteRun},
		{
			kind: `EXISTS (SELECT 1 FROM run_plans p WHERE p.organization_id = n.organization_id AND p.run_id = n.id)`,
			keep: rule.Results, keepCompleted: 2, remove: deleteResults,
		},
	}
	for _, w := range sweeps {
		if w.keep == (config.Keep{}) {
			continue
		}
		gone, err := inBatches(most-deleted, expiredAtOnce, func(limit int) (gone int, err error) {
			err = s.db.system(ctx, func(t *tx) error {
				gone, err = w.run(ctx, t, organization, now, limit)
				t.quiet = gone == 0
				return err
			})
			return gone, err
		})
		deleted += gone
		if err != nil || deleted >= most {
			return deleted, err
		}
	}
	return deleted, nil
}

// sweep deletes what a rule keeps no longer.
type sweep struct {
	kind          string // the condition for runs n
	keep          config.Keep
	keepCompleted int // newest completed runs of each target that stay
	remove        func(ctx context.Context, t *tx, organization ids.Organization, id ids.Run) error
}

// needed is the condition that a run n is part of the state of its environment: it deployed the environment, or it built or
// deployed one of its nodes as it is now.
const needed = `(EXISTS (SELECT 1 FROM environments e WHERE e.organization_id = n.organization_id AND e.id = n.environment_id AND e.deployed_run = n.id)
	OR EXISTS (SELECT 1 FROM environment_nodes d WHERE d.organization_id = n.organization_id AND d.environment_id = n.environment_id AND d.run_id = n.id)
	OR EXISTS (SELECT 1 FROM environment_builds b WHERE b.organization_id = n.organization_id AND b.environment_id = n.environment_id
		AND n.id IN (b.run_id, b.skipped_run)))`

// run deletes the oldest runs that match.
func (w sweep) run(ctx context.Context, t *tx, organization ids.Organization, now time.Time, limit int) (int, error) {
	// The runs of the same target that are newer, of the same kind.
	newer := `FROM runs m WHERE m.organization_id = n.organization_id AND m.environment_id = n.environment_id AND m.id > n.id
		AND (m.type = 'deploy') = (n.type = 'deploy')`
	args := []any{organization, limit, w.keepCompleted}
	expired := `false`
	if w.keep.Age > 0 {
		args = append(args, moment(now.Add(-w.keep.Age)))
		expired += fmt.Sprintf(` OR n.ended_at < $%d`, len(args))
	}
	if w.keep.Count > 0 {
		args = append(args, w.keep.Count)
		expired += fmt.Sprintf(` OR (SELECT count(*) %s AND m.ended_at > 0) >= $%d`, newer, len(args))
	}
	found, err := queryAll(ctx, t, func(scan scanner) (id ids.Run, err error) { return id, scan(&id) }, `SELECT n.id FROM runs n
		WHERE n.organization_id = $1 AND n.ended_at > 0 AND NOT (`+liveRuns+`) AND `+w.kind+` AND (`+expired+`)
		AND EXISTS (SELECT 1 `+newer+`) AND (n.status <> 'completed' OR (SELECT count(*) `+newer+` AND m.status = 'completed') >= $3)
		AND NOT `+needed+` ORDER BY n.id LIMIT $2`, args...)
	if err != nil {
		return 0, err
	}
	for _, id := range found {
		if err := w.remove(ctx, t, organization, id); err != nil {
			return 0, err
		}
	}
	return len(found), nil
}

// deleteRun deletes a run with its results, and the plan of a deployment.
func deleteRun(ctx context.Context, t *tx, organization ids.Organization, id ids.Run) error {
	for _, statement := range []string{
		`DELETE FROM plans WHERE organization_id = $1 AND run_id = $2`, `DELETE FROM runs WHERE organization_id = $1 AND id = $2`,
	} {
		if _, err := t.ExecContext(ctx, statement, organization, id); err != nil {
			return err
		}
	}
	return nil
}

// deleteResults deletes the results and the plan of a run.
func deleteResults(ctx context.Context, t *tx, organization ids.Organization, id ids.Run) error {
	for _, table := range []string{"run_nodes", "run_plans"} {
		if _, err := t.ExecContext(ctx, `DELETE FROM `+table+` WHERE organization_id = $1 AND run_id = $2`, organization, id); err != nil {
			return err
		}
	}
	return nil
}
