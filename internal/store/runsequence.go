package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/ids"
)

// LastSequence returns the sequence number of the newest change of an organization; 0 if there is none. Clients that
// follow changes call it all the time.
func (s *Runs) LastSequence(ctx context.Context, organization ids.Organization) (int64, error) {
	last, err := lastSequence(ctx, s.db.reader, organization)
	return last, translate(err)
}

func lastSequence(ctx context.Context, q querier, organization ids.Organization) (last int64, err error) {
	err = q.QueryRowContext(ctx, `SELECT last FROM run_marks WHERE organization_id = $1`, organization).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return last, err
}
