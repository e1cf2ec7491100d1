package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/telemetry"
)

// State returns how much work waits and runs, for the metrics. It reads only rows of work that has not ended, through
// their partial indexes.
func (db *DB) State(ctx context.Context) (telemetry.State, error) {
	const live = `status IN ('waitingToRun', 'running')`
	var state telemetry.State
	var now, oldestRun, nextDue, oldestDelivery int64
	err := db.reader.QueryRowContext(ctx, `SELECT `+db.dialect.clock+`,
		(SELECT count(*) FROM runs WHERE `+live+` AND status = 'waitingToRun'),
		(SELECT count(*) FROM runs WHERE `+live+` AND status = 'running'),
		(SELECT coalesce(min(created_at), 0) FROM runs WHERE `+live+` AND status = 'waitingToRun'),
		(SELECT count(*) FROM runs WHERE `+live+` AND status = 'running' AND lease_until > `+db.dialect.clock+`),
		(SELECT count(*) FROM schedule_firings WHERE state = 'due'),
		(SELECT count(*) FROM schedule_firings WHERE state IN ('due', 'queued', 'started') AND state = 'queued'),
		(SELECT coalesce(min(next_due), 0) FROM schedules WHERE next_due > 0),
		(SELECT count(*) FROM webhook_deliveries WHERE state = 'waiting'),
		(SELECT coalesce(min(created_at), 0) FROM webhook_deliveries WHERE state = 'waiting')`).
		Scan(&now, &state.RunsWaiting, &state.RunsRunning, &oldestRun, &state.Leases, &state.FiringsDue, &state.FiringsQueued, &nextDue,
			&state.DeliveriesWaiting, &oldestDelivery)
	since := func(moment int64) time.Duration {
		if moment == 0 {
			return 0
		}
		return time.Duration(max(0, now-moment)) * time.Millisecond
	}
	state.OldestRunWait, state.ScheduleLateness, state.OldestDelivery = since(oldestRun), since(nextDue), since(oldestDelivery)
	return state, translate(err)
}
