package store

import (
	"context"
	"database/sql"
	"time"

	"github.com/millrace/millrace/internal/deploy"
	"github.com/millrace/millrace/internal/ids"
)

// plansAtOnce limits how long a sweep blocks other writes: a plan of a large project has thousands of states.
const plansAtOnce = 5

// DeleteExpired deletes plans that were made before a time and were never deployed, stale or not, at most so many. It
// returns how many it deleted. If a sweep and a deploy of the same plan coincide, either the plan stays or the deploy
// fails because it is deleted.
func (s *Plans) DeleteExpired(ctx context.Context, before time.Time, most int) (int, error) {
	return inBatches(most, plansAtOnce, func(limit int) (gone int, err error) {
		err = s.db.system(ctx, func(t *tx) error {
			// The condition is there twice, because PostgreSQL checks only the outer one again after another
			// transaction has changed the row.
			gone, err = countRemoved(t.ExecContext(ctx, `DELETE FROM plans WHERE run_id = 0 AND (organization_id, id) IN
				(SELECT organization_id, id FROM plans WHERE run_id = 0 AND created_at < $1 ORDER BY created_at LIMIT $2)`, moment(before), limit))
			t.quiet = gone == 0
			return err
		})
		return gone, err
	})
}

// inBatches calls remove with limits of at most size, until it has removed max or there are no more.
func inBatches(most, size int, remove func(limit int) (int, error)) (gone int, err error) {
	for gone < most {
		limit := min(size, most-gone)
		some, err := remove(limit)
		if err != nil {
			return gone, err
		}
		gone += some
		if some < limit {
			break
		}
	}
	return gone, nil
}

// countRemoved returns how many rows a statement deleted.
func countRemoved(result sql.Result, err error) (int, error) {
	if err != nil {
		return 0, err
	}
	n, err := result.RowsAffected()
	return int(n), err
}

// spentPlans selects deployed plans whose states are no longer needed: the deploy completed, or it did not and its
// environment has changed, so that it cannot be resumed. Neither ever changes again.
const spentPlans = `SELECT p.organization_id, p.id FROM ` + planTables + `
	JOIN runs n ON n.organization_id = p.organization_id AND n.id = p.run_id
	WHERE p.run_id <> 0 AND (n.status = 'completed' OR p.version <> e.version AND NOT (` + liveRuns + `))
	AND EXISTS (SELECT 1 FROM plan_states t WHERE t.organization_id = p.organization_id AND t.plan_id = p.id) LIMIT $1`

// planKey identifies a plan over all organizations.
type planKey struct {
	organization ids.Organization
	plan         deploy.PlanID
}

// DeleteStates deletes the states of at most so many plans that no end of a deploy will read. It returns of how
// many plans it deleted states.
func (s *Plans) DeleteStates(ctx context.Context, most int) (gone int, err error) {
	spent, err := queryAll(ctx, s.db.reader, func(scan scanner) (key planKey, err error) {
		return key, scan(&key.organization, &key.plan)
	}, spentPlans, most)
	if err != nil {
		return 0, translate(err)
	}
	for _, key := range spent {
		removed, err := s.deleteStatesOf(ctx, key)
		if err != nil {
			return gone, err
		}
		gone += min(removed, 1)
	}
	return gone, nil
}

func (s *Plans) deleteStatesOf(ctx context.Context, key planKey) (removed int, err error) {
	err = s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		removed, err = countRemoved(t.ExecContext(ctx, `DELETE FROM plan_states WHERE organization_id = $1 AND plan_id = $2`, key.organization, key.plan))
		return err
	})
	return removed, err
}
