package store

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
)

// nextSequence returns the first of n sequence numbers for changes of runs and nodes of an organization. The counter
// row stays locked until the transaction ends, so that a reader who sees a number sees all lower ones; following
// changes relies on that. Of the rows of runs it is the last that a transaction locks.
func (t *tx) nextSequence(ctx context.Context, organization ids.Organization, n int) (int64, error) {
	var last int64
	err := t.QueryRowContext(ctx, `INSERT INTO run_marks (organization_id, last) VALUES ($1, $2)
		ON CONFLICT (organization_id) DO UPDATE SET last = run_marks.last + excluded.last RETURNING last`, organization, n).Scan(&last)
	return last - int64(n) + 1, err
}
