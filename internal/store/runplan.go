package store

import (
	"context"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// ReplacePlan puts a plan of the same nodes in the place of the one that is stored with a run.
func (s *Leases) ReplacePlan(ctx context.Context, lease run.Lease, settled plan.Plan) error {
	packed, err := settled.Encode()
	if err != nil {
		return err
	}
	return s.write(ctx, func(t *tx) error {
		t.quiet = true // no answer that is kept shows plans
		if err := t.lockLease(ctx, lease); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `UPDATE run_plans SET plan = $1 WHERE organization_id = $2 AND run_id = $3`,
			packed, lease.Key.Organization, lease.Key.Run)
		return err
	})
}
