package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/worker"
)

// Workers stores the registrations of the processes that execute runs.
type Workers struct{ db *DB }

// Workers returns the store of workers.
func (db *DB) Workers() *Workers { return &Workers{db} }

// lostFor is how long a worker that vanished stays in the list.
const lostFor = 24 * time.Hour

// Register stores or renews the registration of a worker, and deletes those that vanished long ago.
func (s *Workers) Register(ctx context.Context, w worker.Worker, length time.Duration) error {
	labels, err := json.Marshal(append([]string{}, w.Labels...))
	if err != nil {
		return err
	}
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true // no cached response shows workers
		_, err := t.ExecContext(ctx, `INSERT INTO workers (id, name, kind, version, labels, home, max_runs, is_draining, started_at, seen_at, live_until)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, `+t.dialect.clock+`, `+t.dialect.clock+`, `+t.dialect.clock+` + $9)
			ON CONFLICT (id) DO UPDATE SET is_draining = excluded.is_draining, seen_at = excluded.seen_at, live_until = excluded.live_until`,
			w.ID, w.Name, w.Kind, w.Version, string(labels), w.DataFolderID, w.MaxRuns, w.State == worker.Draining, length.Milliseconds())
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `DELETE FROM workers WHERE live_until < `+t.dialect.clock+` - $1`, lostFor.Milliseconds())
		return err
	})
}

// Unregister deletes the registration of a worker.
func (s *Workers) Unregister(ctx context.Context, id string) error {
	return s.delete(ctx, `DELETE FROM workers WHERE id = $1`, id)
}

// UnregisterAll deletes all registrations. It is for a start on a state database that belongs to one process.
func (s *Workers) UnregisterAll(ctx context.Context) error {
	return s.delete(ctx, `DELETE FROM workers`)
}

func (s *Workers) delete(ctx context.Context, statement string, args ...any) error {
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		_, err := t.ExecContext(ctx, statement, args...)
		return err
	})
}

const (
	// maxWorkers is how many workers a list contains.
	maxWorkers = 1_000
	// maxWorkerRuns is how many runs in progress a list of workers contains.
	maxWorkerRuns = 10_000
)

// Registered returns the workers without their runs. Live ones come first.
func (s *Workers) Registered(ctx context.Context) ([]worker.Worker, error) {
	workers, err := queryAll(ctx, s.db.reader, scanWorker, `SELECT w.id, w.name, w.kind, w.version, w.labels, w.home, w.max_runs, w.is_draining,
		w.started_at, w.seen_at, w.live_until < `+s.db.dialect.clock+` AS is_lost FROM workers w
		ORDER BY is_lost, w.name`+s.db.dialect.binaryOrder+`, w.id LIMIT $1`, maxWorkers)
	return workers, translate(err)
}

// List returns the workers, with the runs of an organization that each has in progress. Live ones come first.
func (s *Workers) List(ctx context.Context, organization ids.Organization) ([]worker.Worker, error) {
	workers, err := s.Registered(ctx)
	if err != nil {
		return nil, err
	}
	type work struct {
		owner string
		run   ids.Run
	}
	running, err := queryAll(ctx, s.db.reader, func(scan scanner) (w work, err error) { return w, scan(&w.owner, &w.run) },
		`SELECT n.owner, n.id FROM runs n WHERE n.organization_id = $1 AND n.status = 'running' ORDER BY n.id LIMIT $2`, organization, maxWorkerRuns)
	of := make(map[string][]ids.Run)
	for _, w := range running {
		of[w.owner] = append(of[w.owner], w.run)
	}
	for i := range workers {
		workers[i].Runs = of[workers[i].ID]
	}
	return workers, translate(err)
}

func scanWorker(scan scanner) (w worker.Worker, err error) {
	var labels []byte
	var started, seen int64
	var isDraining, isLost bool
	err = scan(&w.ID, &w.Name, &w.Kind, &w.Version, &labels, &w.DataFolderID, &w.MaxRuns, &isDraining, &started, &seen, &isLost)
	if err != nil {
		return w, err
	}
	w.StartedAt, w.SeenAt, w.State = fromMoment(started), fromMoment(seen), worker.Ready
	switch {
	case isLost:
		w.State = worker.Lost
	case isDraining:
		w.State = worker.Draining
	}
	return w, json.Unmarshal(labels, &w.Labels)
}

// requirements are the columns of a worker.Requirement of the runs n, and the tables that they come from.
const (
	requirementColumns = `coalesce(e.worker_label, ''), coalesce(c.worker_label, ''), n.home`
	requirementTables  = ` LEFT JOIN environments e ON e.organization_id = n.organization_id AND e.id = n.environment_id
		LEFT JOIN connections c ON c.organization_id = n.organization_id AND c.id = n.connection_id`
)

func scanRequirement(r *worker.Requirement) []any {
	return []any{&r.EnvironmentLabel, &r.ConnectionLabel, &r.DataFolderID}
}

// unclaimed is the condition that a run waits for a worker, and for no other run.
func (d dialect) unclaimed() string {
	return liveRuns + ` AND (n.status = 'waitingToRun' AND n.blocked_by = 0 OR n.status = 'running' AND n.lease_until < ` + d.clock + `)`
}

// WaitingRuns returns the runs of an organization that wait for a worker, grouped by what they need of it.
func (s *Workers) WaitingRuns(ctx context.Context, organization ids.Organization) ([]worker.WaitingRuns, error) {
	groups, err := queryAll(ctx, s.db.reader, func(scan scanner) (w worker.WaitingRuns, err error) {
		return w, scan(append(scanRequirement(&w.Requirement), &w.Count, &w.Oldest)...)
	}, `SELECT `+requirementColumns+`, count(*), min(n.id) FROM runs n`+requirementTables+` WHERE n.organization_id = $1 AND `+
		s.db.dialect.unclaimed()+` GROUP BY 1, 2, 3 ORDER BY 5`, organization)
	return groups, translate(err)
}

// WaitingRun returns what a run needs of a worker; false if it does not wait for one.
func (s *Workers) WaitingRun(ctx context.Context, organization ids.Organization, id ids.Run) (worker.WaitingRun, bool, error) {
	var w worker.WaitingRun
	var isFull, isAtQuota bool
	err := s.db.reader.QueryRowContext(ctx, `SELECT `+requirementColumns+`, coalesce(c.name, ''), coalesce(c.max_runs, 0),
		n.status = 'waitingToRun' AND coalesce(c.max_runs, 0) > 0
			AND c.max_runs <= (SELECT count(*) FROM runs b WHERE b.connection_id = c.id AND b.status = 'running'),
		coalesce(q.max_runs, 0), n.status = 'waitingToRun' AND coalesce(q.max_runs, 0) > 0
			AND q.max_runs <= (SELECT count(*) FROM runs b WHERE b.organization_id = n.organization_id AND b.status = 'running')
		FROM runs n`+requirementTables+` LEFT JOIN organization_quotas q ON q.organization_id = n.organization_id
		WHERE n.organization_id = $1 AND n.id = $2 AND `+s.db.dialect.unclaimed(), organization, id).
		Scan(append(scanRequirement(&w.Requirement), &w.Connection, &w.MaxRuns, &isFull, &w.OrganizationQuota, &isAtQuota)...)
	if errors.Is(err, sql.ErrNoRows) {
		return w, false, nil
	}
	if !isFull {
		w.Connection = ""
	}
	if !isAtQuota {
		w.OrganizationQuota = 0
	}
	return w, err == nil, translate(err)
}
