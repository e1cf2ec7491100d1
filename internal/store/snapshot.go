package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Snapshots stores project snapshots: the files of projects as they were deployed. A snapshot is named by its contents
// and never changes.
type Snapshots struct{ db *DB }

// Snapshots returns the store of project snapshots.
func (db *DB) Snapshots() *Snapshots { return &Snapshots{db} }

// freshFor is how old the time of a snapshot may get before Put updates it: in SQLite an update costs as much as
// writing all the files.
const freshFor = time.Hour

// Put stores the files of a snapshot, unless they exist. In either case a sweep does not delete them within the next
// hours, which gives the caller time to store what refers to them.
func (s *Snapshots) Put(ctx context.Context, organization ids.Organization, id string, files []byte) error {
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		_, err := t.ExecContext(ctx, `INSERT INTO project_snapshots (organization_id, id, files, created_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (organization_id, id) DO UPDATE SET created_at = excluded.created_at WHERE project_snapshots.created_at < $5`,
			organization, id, files, moment(t.now), moment(t.now.Add(-freshFor)))
		return err
	})
}

// Get returns the files of a snapshot.
func (s *Snapshots) Get(ctx context.Context, organization ids.Organization, id string) ([]byte, error) {
	var files []byte
	err := s.db.reader.QueryRowContext(ctx, `SELECT files FROM project_snapshots WHERE organization_id = $1 AND id = $2`, organization, id).Scan(&files)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "snapshot %s was not found", id).WithHint("Deploy the project again.")
	}
	return files, translate(err)
}
