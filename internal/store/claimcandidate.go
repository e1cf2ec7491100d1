package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// candidate is a run that can probably be claimed.
type candidate struct {
	key         run.Key
	environment ids.Environment
	connection  ids.Connection // set if the connection limits how many of its runs are in progress
	hasQuota    bool           // the organization limits how many of its runs are in progress, and the run waits
}

// maxCandidates is how many runs one query returns: more than one, because other workers query for the same runs.
const maxCandidates = 16

// candidates returns runs that can probably be claimed, oldest first.
func (s *Leases) candidates(ctx context.Context, request run.ClaimRequest) ([]candidate, error) {
	if s.db.unblocking.isDue(s.db.now()) {
		if err := s.unblockStale(ctx); err != nil {
			return nil, err
		}
	}
	found, err := queryAll(ctx, s.db.reader, func(scan scanner) (c candidate, err error) {
		return c, scan(&c.key.Organization, &c.key.Run, &c.environment, &c.connection, &c.hasQuota)
	}, s.db.dialect.candidates(len(request.Labels)), candidateArgs(request)...)
	return slices.DeleteFunc(found, func(c candidate) bool { return slices.Contains(request.Except, c.key) }), err
}

// candidateArgs returns the arguments of the query for candidates: the data folder, the limit and the labels of the process.
func candidateArgs(request run.ClaimRequest) []any {
	args := []any{request.DataFolderID, max(request.Limit, maxCandidates) + len(request.Except)}
	for _, label := range request.Labels {
		args = append(args, label)
	}
	return args
}

// candidates returns the query for runs that wait for no other run, and for those whose lease has expired. Its conditions are
// written as in the partial indexes, so that the database uses them.
func (d dialect) candidates(labels int) string {
	reachable := ` AND n.home IN ('', $1)` + labelCondition(labels)
	return `SELECT c.organization_id, c.id, c.environment_id, coalesce((SELECT l.id FROM connections l WHERE l.id = c.connection_id AND l.max_runs > 0), ''),
		c.is_waiting AND EXISTS (SELECT 1 FROM organization_quotas q WHERE q.organization_id = c.organization_id AND q.max_runs > 0) FROM (
		SELECT r.created_at, r.organization_id, r.id, r.environment_id, r.connection_id, true AS is_waiting FROM (
			SELECT n.created_at, n.organization_id, n.id, n.environment_id, n.connection_id FROM runs n
			WHERE n.status = 'waitingToRun' AND n.blocked_by = 0` + reachable + belowLimit + belowQuota + `
			ORDER BY n.created_at, n.organization_id, n.id LIMIT $2) AS r
		UNION ALL
		SELECT n.created_at, n.organization_id, n.id, n.environment_id, '', false FROM runs n
			WHERE n.status = 'running' AND n.lease_until < ` + d.clock + reachable + `) AS c
		ORDER BY c.created_at, c.organization_id, c.id LIMIT $2`
}

// labelCondition is the condition that a process with a number of labels, from $3 on, has those that a run asks for. Both
// databases read the environments and connections with other labels once for a query, and only if there are runs at all.
func labelCondition(labels int) string {
	own := `''`
	if labels > 0 {
		own += ", " + placeholders(3, labels)
	}
	return ` AND (n.organization_id, n.environment_id) NOT IN (SELECT e.organization_id, e.id FROM environments e
			WHERE e.worker_label <> '' AND e.worker_label NOT IN (` + own + `))
		AND n.connection_id NOT IN (SELECT o.id FROM connections o WHERE o.worker_label <> '' AND o.worker_label NOT IN (` + own + `))`
}

// belowLimit is the condition that the connection of a run has fewer runs in progress than it allows.
const belowLimit = ` AND n.connection_id NOT IN (SELECT l.id FROM connections l WHERE l.max_runs > 0
	AND l.max_runs <= (SELECT count(*) FROM runs b WHERE b.connection_id = l.id AND b.status = 'running'))`

// lockLimit locks a connection that limits its runs, before anything else, and reports whether it has as many in progress as it
// allows. Without the lock two workers could both claim the last one.
func (t *tx) lockLimit(ctx context.Context, id ids.Connection) (atLimit bool, err error) {
	if id == "" {
		return false, nil
	}
	var limit, running int
	err = t.QueryRowContext(ctx, `SELECT max_runs FROM connections WHERE id = $1`+t.dialect.forUpdate, id).Scan(&limit)
	if errors.Is(err, sql.ErrNoRows) || err == nil && limit == 0 {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	err = t.QueryRowContext(ctx, `SELECT count(*) FROM runs WHERE connection_id = $1 AND status = 'running'`, id).Scan(&running)
	return running >= limit, err
}
