package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// snapshotsAtOnce bounds how long a sweep keeps others from writing: files of a project may be many megabytes.
const snapshotsAtOnce = 20

// unneeded is the condition that nothing refers to snapshot s, but for the states of nodes. A run that is over needs none:
// what is run again is what is deployed. Those that can be rolled back to are in the plans.
const unneeded = `NOT EXISTS (SELECT 1 FROM plans p WHERE p.organization_id = s.organization_id AND p.snapshot = s.id)
	AND NOT EXISTS (SELECT 1 FROM environments e WHERE e.organization_id = s.organization_id AND e.snapshot = s.id)
	AND NOT EXISTS (SELECT 1 FROM runs n WHERE n.organization_id = s.organization_id AND n.snapshot = s.id AND ` + liveRuns + `)`

// snapshotKey names a snapshot among those of all organizations, in the order of their age.
type snapshotKey struct {
	createdAt    int64
	organization ids.Organization
	id           string
}

// DeleteExpired removes snapshots that were put before a moment and that nothing refers to, at most so many. It gives how many.
//
// Whoever plans puts a snapshot first and stores the plan afterwards. The time between the two must be shorter than the
// age that the snapshots have which are removed. To put one again makes it young, so it is safe to rely on one that was
// there; who puts one that is removed at the same moment waits, and stores it anew.
func (s *Snapshots) DeleteExpired(ctx context.Context, before time.Time, most int) (gone int, err error) {
	inUse := nodeSnapshots{}
	var last snapshotKey
	for gone < most {
		found, err := s.unneededAfter(ctx, last, before)
		if err != nil || len(found) == 0 {
			return gone, err
		}
		last = found[len(found)-1]
		if err := inUse.add(ctx, s.db, found); err != nil {
			return gone, err
		}
		free := inUse.without(found)
		removed, err := s.remove(ctx, free[:min(len(free), most-gone)], before)
		if err != nil {
			return gone, err
		}
		gone += removed
	}
	return gone, nil
}

// unneededAfter gives the next few snapshots in the order of their age that may be removed.
func (s *Snapshots) unneededAfter(ctx context.Context, last snapshotKey, before time.Time) ([]snapshotKey, error) {
	found, err := queryAll(ctx, s.db.reader, func(scan scanner) (key snapshotKey, err error) {
		return key, scan(&key.createdAt, &key.organization, &key.id)
	}, `SELECT s.created_at, s.organization_id, s.id FROM project_snapshots s
		WHERE s.created_at < $1 AND (s.created_at, s.organization_id, s.id) > ($2, $3, $4) AND `+unneeded+`
		ORDER BY s.created_at, s.organization_id, s.id LIMIT $5`,
		moment(before), last.createdAt, last.organization, last.id, snapshotsAtOnce)
	return found, translate(err)
}

// remove removes those of the snapshots that are still old and not referred to.
func (s *Snapshots) remove(ctx context.Context, keys []snapshotKey, before time.Time) (gone int, err error) {
	if len(keys) == 0 {
		return 0, nil
	}
	err = s.db.write(ctx, account.Credential{}, func(t *tx) error {
		t.quiet, gone = true, 0
		for _, key := range keys {
			removed, err := countRemoved(t.ExecContext(ctx, `DELETE FROM project_snapshots AS s
				WHERE s.organization_id = $1 AND s.id = $2 AND s.created_at < $3 AND `+unneeded, key.organization, key.id, moment(before)))
			if err != nil {
				return err
			}
			gone += removed
		}
		return nil
	})
	return gone, err
}
