package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/run"
)

// Leases lends runs to the workers that execute them. It belongs to the server itself and needs no credential.
//
// Rows are locked in one order: a connection with a limit, the environment or workspace, its run, the sequence counter.
type Leases struct{ db *DB }

// Leases returns the store of leases.
func (db *DB) Leases() *Leases { return &Leases{db} }

func (s *Leases) write(ctx context.Context, do func(*tx) error) error {
	return s.db.system(ctx, do)
}

// leaseCondition is the condition that a lease is still valid; it uses the four arguments of leaseArgs.
const leaseCondition = `n.organization_id = $1 AND n.id = $2 AND n.owner = $3 AND n.epoch = $4 AND n.status = 'running'`

func leaseArgs(lease run.Lease) []any {
	return []any{lease.Key.Organization, lease.Key.Run, lease.Owner, lease.Epoch}
}

// lockLease checks that a lease is still valid, and locks it until the transaction ends.
func (t *tx) lockLease(ctx context.Context, lease run.Lease) error {
	var one int
	err := t.QueryRowContext(ctx, `SELECT 1 FROM runs n WHERE `+leaseCondition+t.dialect.forUpdate, leaseArgs(lease)...).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return run.LeaseLost(lease.Key)
	}
	return err
}

// Save stores results of nodes.
func (s *Leases) Save(ctx context.Context, lease run.Lease, results []run.NodeResult) error {
	rows, err := packNodes(results)
	if err != nil {
		return err
	}
	return s.write(ctx, func(t *tx) error {
		t.quiet = true // no cached response shows nodes of a run that has not ended
		if err := t.lockLease(ctx, lease); err != nil {
			return err
		}
		if len(rows) == 0 {
			return nil
		}
		err := t.saveNodes(ctx, run.Run{Organization: lease.Key.Organization, ID: lease.Key.Run, Epoch: lease.Epoch}, rows)
		if err != nil || !slices.ContainsFunc(rows, func(row nodeRow) bool { return row.FailedTests > 0 }) {
			return err
		}
		t.quiet = false // lists of runs show the failed tests
		_, err = t.ExecContext(ctx, `UPDATE runs SET failed_tests = `+failedTestsOfRun+` WHERE organization_id = $1 AND id = $2`,
			lease.Key.Organization, lease.Key.Run)
		return err
	})
}

// saveNodes stores results of nodes of a run that is locked.
func (t *tx) saveNodes(ctx context.Context, r run.Run, rows []nodeRow) error {
	if len(rows) == 0 {
		return nil
	}
	sequence, err := t.nextSequence(ctx, r.Organization, len(rows))
	if err != nil {
		return err
	}
	_, err = t.upsertNodes(ctx, r, rows, sequence)
	return err
}

// justExpired is the expiry time of a released lease: it has just passed, so that another worker can claim the run, and
// the time until the run counts as abandoned starts now.
func (d dialect) justExpired() string { return d.clock + ` - 1` }

// Release gives up the lease of a run that has not ended, so that another worker can claim it.
func (s *Leases) Release(ctx context.Context, lease run.Lease) error {
	return s.write(ctx, func(t *tx) error {
		t.quiet = true // it is running as before, so cached responses stay valid
		passed, err := affectedNone(t.ExecContext(ctx, `UPDATE runs AS n SET owner = '', lease_until = `+t.dialect.justExpired()+
			` WHERE `+leaseCondition, leaseArgs(lease)...))
		if passed {
			return run.LeaseLost(lease.Key)
		}
		return err
	})
}

// ReleaseAll ends every lease.
func (s *Leases) ReleaseAll(ctx context.Context) error {
	return s.write(ctx, func(t *tx) error {
		t.quiet = true
		_, err := t.ExecContext(ctx, `UPDATE runs AS n SET owner = '', lease_until = `+t.dialect.justExpired()+
			` WHERE `+liveRuns+` AND n.status = 'running'`)
		return err
	})
}

// CancelRequests returns the runs of an owner that it has to cancel.
func (s *Leases) CancelRequests(ctx context.Context, owner string) ([]run.Key, error) {
	keys, err := queryAll(ctx, s.db.reader, func(scan scanner) (key run.Key, err error) {
		return key, scan(&key.Organization, &key.Run)
	}, `SELECT organization_id, id FROM runs WHERE cancel_requested AND status = 'running' AND owner = $1`, owner)
	return keys, translate(err)
}

// maxRenewals is how many leases one statement renews.
const maxRenewals = 500

// Renew extends leases. A lease that has expired is renewed too, as long as no other worker has claimed the run.
func (s *Leases) Renew(ctx context.Context, leases []run.Lease, length time.Duration) ([]run.Renewal, error) {
	if len(leases) == 0 {
		return nil, nil
	}
	var renewals []run.Renewal
	err := s.write(ctx, func(t *tx) error {
		t.quiet = true // no response shows when a lease expires
		renewals = make([]run.Renewal, 0, len(leases))
		for some := range slices.Chunk(leases, maxRenewals) {
			canceled, err := t.renew(ctx, some, length)
			if err != nil {
				return err
			}
			for _, lease := range some {
				cancel, held := canceled[lease]
				renewals = append(renewals, run.Renewal{Lease: lease, Held: held, CancelRequested: cancel})
			}
		}
		return nil
	})
	return renewals, err
}

// renew returns whether the run is to be canceled, for each lease that is still valid.
func (t *tx) renew(ctx context.Context, leases []run.Lease, length time.Duration) (map[run.Lease]bool, error) {
	wanted := make([]string, len(leases))
	args := []any{length.Milliseconds()}
	for i, lease := range leases {
		n := len(args)
		wanted[i] = fmt.Sprintf("($%d, CAST($%d AS bigint), $%d, CAST($%d AS bigint))", n+1, n+2, n+3, n+4)
		args = append(args, leaseArgs(lease)...)
	}
	type renewal struct {
		lease  run.Lease
		cancel bool
	}
	renewed, err := queryAll(ctx, t, func(scan scanner) (r renewal, err error) {
		return r, scan(&r.lease.Key.Organization, &r.lease.Key.Run, &r.lease.Owner, &r.lease.Epoch, &r.cancel)
	}, `UPDATE runs SET lease_until = `+t.dialect.clock+` + $1 WHERE status = 'running' AND (organization_id, id, owner, epoch) IN (VALUES `+
		strings.Join(wanted, ", ")+`) RETURNING organization_id, id, owner, epoch, cancel_requested`, args...)
	canceled := make(map[run.Lease]bool, len(renewed))
	for _, r := range renewed {
		canceled[r.lease] = r.cancel
	}
	return canceled, err
}
