package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/overview"
)

// ServerStates reads the state of a server.
type ServerStates struct{ db *DB }

// ServerStates returns the store of server states.
func (db *DB) ServerStates() *ServerStates { return &ServerStates{db} }

// Database returns the kind and version of the database, and of its schema.
func (s *ServerStates) Database(ctx context.Context) (overview.Database, error) {
	found := overview.Database{Kind: s.db.dialect.name}
	err := s.db.reader.QueryRowContext(ctx, `SELECT `+s.db.dialect.version+`,
		(SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied)`).Scan(&found.Version, &found.Schema)
	return found, translate(err)
}

// Queue returns how many runs of each environment and workspace wait and run, those with the most first.
func (s *ServerStates) Queue(ctx context.Context, organization ids.Organization, limit int) ([]overview.Queue, error) {
	found, err := queryAll(ctx, s.db.reader, func(scan scanner) (q overview.Queue, err error) {
		return q, scan(&q.Environment, &q.Waiting, &q.Running)
	},
		`SELECT n.environment_id, count(CASE n.status WHEN 'waitingToRun' THEN 1 END), count(CASE n.status WHEN 'running' THEN 1 END)
		FROM runs n WHERE n.organization_id = $1 AND `+liveRuns+` GROUP BY n.environment_id ORDER BY count(*) DESC, n.environment_id LIMIT $2`,
		organization, limit)
	return found, translate(err)
}

// CheckSpace returns a fault of the kind Full while the disk of the database is full.
func (s *ServerStates) CheckSpace(ctx context.Context) error { return s.db.CheckSpace(ctx) }

// Work returns how much work of an organization waits and runs. It reads only rows of work that has not ended.
func (s *ServerStates) Work(ctx context.Context, organization ids.Organization) (overview.Work, error) {
	const own, live = `organization_id = $1`, `status IN ('waitingToRun', 'running')`
	var work overview.Work
	var now, oldestRun, nextDue, oldestDelivery int64
	err := s.db.reader.QueryRowContext(ctx, `SELECT `+s.db.dialect.clock+`,
		(SELECT count(*) FROM runs WHERE `+own+` AND `+live+` AND status = 'waitingToRun'),
		(SELECT count(*) FROM runs WHERE `+own+` AND `+live+` AND status = 'running'),
		(SELECT coalesce(min(created_at), 0) FROM runs WHERE `+own+` AND `+live+` AND status = 'waitingToRun'),
		(SELECT count(*) FROM schedule_firings WHERE `+own+` AND state IN ('due', 'queued', 'started') AND state = 'due'),
		(SELECT count(*) FROM schedule_firings WHERE `+own+` AND state IN ('due', 'queued', 'started') AND state = 'queued'),
		(SELECT coalesce(min(next_due), 0) FROM schedules WHERE `+own+` AND next_due > 0),
		(SELECT count(*) FROM webhook_deliveries WHERE `+own+` AND state = 'waiting'),
		(SELECT coalesce(min(created_at), 0) FROM webhook_deliveries WHERE `+own+` AND state = 'waiting')`, organization).
		Scan(&now, &work.RunsWaiting, &work.RunsRunning, &oldestRun, &work.FiringsDue, &work.FiringsQueued, &nextDue,
			&work.DeliveriesWaiting, &oldestDelivery)
	since := func(moment int64) time.Duration {
		if moment == 0 {
			return 0
		}
		return time.Duration(max(0, now-moment)) * time.Millisecond
	}
	work.OldestRunWait, work.ScheduleLateness, work.OldestDelivery = since(oldestRun), since(nextDue), since(oldestDelivery)
	return work, translate(err)
}

// Leases returns the leases of an organization's runs in progress, oldest run first.
func (s *ServerStates) Leases(ctx context.Context, organization ids.Organization, limit int) ([]overview.Lease, error) {
	return queryAll(ctx, s.db.reader, func(scan scanner) (lease overview.Lease, err error) {
		var until int64
		err = scan(&lease.Run, &lease.Environment, &lease.Owner, &lease.Epoch, &until, &lease.IsExpired)
		lease.Until = fromMoment(until)
		return lease, err
	}, `SELECT n.id, n.environment_id, n.owner, n.epoch, n.lease_until, n.lease_until < `+s.db.dialect.clock+` FROM runs n
		WHERE n.organization_id = $1 AND n.status IN ('waitingToRun', 'running') AND n.status = 'running' ORDER BY n.id LIMIT $2`, organization, limit)
}
