package store

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
)

// StorageMeter measures and stores what organizations use.
type StorageMeter struct{ db *DB }

// StorageMeter returns the store of measured storage.
func (db *DB) StorageMeter() *StorageMeter { return &StorageMeter{db} }

// Organizations returns the ids of all organizations.
func (s *StorageMeter) Organizations(ctx context.Context) ([]ids.Organization, error) {
	found, err := queryAll(ctx, s.db.reader, func(scan scanner) (id ids.Organization, err error) { return id, scan(&id) },
		`SELECT id FROM organizations ORDER BY id`)
	return found, translate(err)
}

// StateBytes returns the bytes of the large columns of an organization. The databases know the length of a value without reading
// it, so this costs a look at each row.
func (s *StorageMeter) StateBytes(ctx context.Context, organization ids.Organization) (bytes int64, err error) {
	err = s.db.reader.QueryRowContext(ctx, `SELECT CAST(
		coalesce((SELECT sum(length(node_ids) + length(plan)) FROM run_plans WHERE organization_id = $1), 0)
		+ coalesce((SELECT sum(length(queries) + length(problem)) FROM run_nodes WHERE organization_id = $1), 0)
		+ coalesce((SELECT sum(length(files)) FROM project_snapshots WHERE organization_id = $1), 0)
		+ coalesce((SELECT sum(length(content)) FROM git_objects WHERE organization_id = $1), 0)
		+ coalesce((SELECT sum(length(content)) FROM workspace_files WHERE organization_id = $1), 0)
		AS bigint)`, organization).Scan(&bytes)
	return bytes, translate(err)
}

// SaveStorage stores measured bytes of an organization at a place. An organization that was deleted meanwhile is left out.
func (s *StorageMeter) SaveStorage(ctx context.Context, organization ids.Organization, place string, bytes int64) error {
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true // no cached response shows it
		_, err := t.ExecContext(ctx, `INSERT INTO organization_storage (organization_id, place, bytes, measured_at)
			SELECT id, $1, $2, $3 FROM organizations WHERE id = $4
			ON CONFLICT (organization_id, place) DO UPDATE SET bytes = excluded.bytes, measured_at = excluded.measured_at`,
			place, bytes, moment(t.now), organization)
		return err
	})
}
