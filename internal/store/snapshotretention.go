package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// snapshotsAtOnce limits how long a sweep blocks other writes: the files of a project may have many megabytes.
const snapshotsAtOnce = 20

// unreferenced is the condition that nothing refers to snapshot s, except for the states of nodes. A run that has ended
// needs no snapshot, because a rerun uses what is deployed. Plans refer to the snapshots that a rollback can use.
const unreferenced = `NOT EXISTS (SELECT 1 FROM plans p WHERE p.organization_id = s.organization_id AND p.snapshot = s.id)
	AND NOT EXISTS (SELECT 1 FROM environments e WHERE e.organization_id = s.organization_id AND e.snapshot = s.id)
	AND NOT EXISTS (SELECT 1 FROM runs n WHERE n.organization_id = s.organization_id AND n.snapshot = s.id AND ` + liveRuns + `)`

// snapshotKey identifies a snapshot over all organizations, ordered by age.
type snapshotKey struct {
	createdAt    int64
	organization ids.Organization
	id           string
}

// DeleteExpired deletes snapshots that were put before a time and that nothing refers to, at most so many. It returns
// how many it deleted.
//
// A planner puts a snapshot first and stores the plan afterwards. The time between the two must be shorter than the age
// of the snapshots that are deleted. Putting a snapshot again renews its time, so an existing one can be relied on. A
// Put of a snapshot that is being deleted waits, and stores it again.
func (s *Snapshots) DeleteExpired(ctx context.Context, before time.Time, most int) (gone int, err error) {
	inUse := nodeSnapshots{}
	var last snapshotKey
	for gone < most {
		found, err := s.unreferencedAfter(ctx, last, before)
		if err != nil || len(found) == 0 {
			return gone, err
		}
		last = found[len(found)-1]
		if err := inUse.add(ctx, s.db, found); err != nil {
			return gone, err
		}
		unused := inUse.unused(found)
		removed, err := s.remove(ctx, unused[:min(len(unused), most-gone)], before)
		if err != nil {
			return gone, err
		}
		gone += removed
	}
	return gone, nil
}

// unreferencedAfter returns the next few snapshots, ordered by age, that may be deleted.
func (s *Snapshots) unreferencedAfter(ctx context.Context, last snapshotKey, before time.Time) ([]snapshotKey, error) {
	found, err := queryAll(ctx, s.db.reader, func(scan scanner) (key snapshotKey, err error) {
		return key, scan(&key.createdAt, &key.organization, &key.id)
	}, `SELECT s.created_at, s.organization_id, s.id FROM project_snapshots s
		WHERE s.created_at < $1 AND (s.created_at, s.organization_id, s.id) > ($2, $3, $4) AND `+unreferenced+`
		ORDER BY s.created_at, s.organization_id, s.id LIMIT $5`,
		moment(before), last.createdAt, last.organization, last.id, snapshotsAtOnce)
	return found, translate(err)
}

// remove deletes those of the snapshots that are still old and unreferenced.
func (s *Snapshots) remove(ctx context.Context, keys []snapshotKey, before time.Time) (gone int, err error) {
	if len(keys) == 0 {
		return 0, nil
	}
	err = s.db.system(ctx, func(t *tx) error {
		t.quiet, gone = true, 0
		for _, key := range keys {
			removed, err := countRemoved(t.ExecContext(ctx, `DELETE FROM project_snapshots AS s
				WHERE s.organization_id = $1 AND s.id = $2 AND s.created_at < $3 AND `+unreferenced, key.organization, key.id, moment(before)))
			if err != nil {
				return err
			}
			gone += removed
		}
		return nil
	})
	return gone, err
}
