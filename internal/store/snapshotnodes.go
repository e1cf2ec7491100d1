package store

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
)

// nodeSnapshots contains the snapshots that the stored states of deployed nodes refer to, for each organization that
// was read.
//
// Reading them scans every node of the organization, so it happens once per sweep, and only where something is to be
// deleted. It does no harm if they are slightly out of date: a state that is stored later, or that is in doubt after an
// abandoned deploy, comes from a deployed plan. That plan refers to the same snapshot itself, or was made from states
// that existed before.
type nodeSnapshots map[ids.Organization]map[string]bool

// add reads the nodes of the organizations of snapshots.
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

// stateSnapshot returns the expression for the snapshot that a stored state refers to.
func (db *DB) stateSnapshot() string {
	if db.dialect.name == postgresDialect.name {
		return `CAST(state AS json) ->> 'snapshot'`
	}
	return `state ->> 'snapshot'`
}

// unused returns the snapshots that no node refers to.
func (n nodeSnapshots) unused(snapshots []snapshotKey) []snapshotKey {
	var free []snapshotKey
	for _, key := range snapshots {
		if !n[key.organization][key.id] {
			free = append(free, key)
		}
	}
	return free
}
