package store

import (
	"context"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// ReplacePlan replaces the stored plan of a run by a plan of the same nodes.
func (s *Leases) ReplacePlan(ctx context.Context, lease run.Lease, decided plan.Plan) error {
	packed, err := decided.Encode()
	if err != nil {
		return err
	}
	return s.write(ctx, func(t *tx) error {
		t.quiet = true // no cached response shows plans
		if err := t.lockLease(ctx, lease); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `UPDATE run_plans SET plan = $1 WHERE organization_id = $2 AND run_id = $3`,
			packed, lease.Key.Organization, lease.Key.Run)
		return err
	})
}
