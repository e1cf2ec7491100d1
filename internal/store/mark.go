package store

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
)

// nextSequence gives the first of n marks for changes of runs and nodes of an organization. The row of the count stays locked
// until the transaction ends: whoever sees a mark sees all lower ones, which is what following changes relies on. It is
// the last row that a transaction locks.
func (t *tx) nextSequence(ctx context.Context, organization ids.Organization, n int) (int64, error) {
	var last int64
	err := t.QueryRowContext(ctx, `INSERT INTO run_marks (organization_id, last) VALUES ($1, $2)
		ON CONFLICT (organization_id) DO UPDATE SET last = run_marks.last + excluded.last RETURNING last`, organization, n).Scan(&last)
	return last - int64(n) + 1, err
}
