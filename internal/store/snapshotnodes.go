package store

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
)

// nodeSnapshots are the snapshots that the stored states of deployed nodes name, for each organization that was looked at.
//
// To read them costs a look at every node of the organization, so it is done once for a sweep, and only where something is
// to be removed. That they may be a little old does no harm: a state that is stored later, or that a node may have after a
// deploy that was given up, comes from a deployed plan, which refers to the same snapshot itself or was made from states
// that were there before.
type nodeSnapshots map[ids.Organization]map[string]bool

// add looks at the nodes of the organizations of snapshots.
func (n nodeSnapshots) add(ctx context.Context, db *DB, snapshots []snapshotKey) error {
	for _, key := range snapshots {
		if n[key.organization] != nil {
			continue
		}
		named, err := queryAll(ctx, db.reader, func(scan scanner) (id string, err error) { return id, scan(&id) },
			`SELECT DISTINCT coalesce(`+db.stateSnapshot()+`, '') FROM environment_nodes WHERE organization_id = $1`, key.organization)
		if err != nil {
			return translate(err)
		}
		n[key.organization] = make(map[string]bool, len(named))
		for _, id := range named {
			n[key.organization][id] = true
		}
	}
	return nil
}

// stateSnapshot is the snapshot that a stored state names.
func (db *DB) stateSnapshot() string {
	if db.dialect.name == postgresDialect.name {
		return `CAST(state AS json) ->> 'snapshot'`
	}
	return `state ->> 'snapshot'`
}

// without gives the snapshots that no node came from.
func (n nodeSnapshots) without(snapshots []snapshotKey) []snapshotKey {
	var free []snapshotKey
	for _, key := range snapshots {
		if !n[key.organization][key.id] {
			free = append(free, key)
		}
	}
	return free
}
