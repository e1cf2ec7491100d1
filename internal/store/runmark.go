package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/ids"
)

// Mark gives the mark of the newest change of an organization. It is asked all the time by those who follow changes.
func (s *Runs) Mark(ctx context.Context, organization ids.Organization) (int64, error) {
	var last int64
	err := s.db.reader.QueryRowContext(ctx, `SELECT last FROM run_marks WHERE organization_id = $1`, organization).Scan(&last)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return last, translate(err)
}
