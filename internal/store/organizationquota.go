package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
)

// setQuotas stores the quotas of an organization. Without any there is no row, so that claims have little to read.
func (t *tx) setQuotas(ctx context.Context, organization ids.Organization, quotas installation.Quotas) error {
	if quotas == (installation.Quotas{}) {
		_, err := t.ExecContext(ctx, `DELETE FROM organization_quotas WHERE organization_id = $1`, organization)
		return err
	}
	_, err := t.ExecContext(ctx, `INSERT INTO organization_quotas (organization_id, max_runs, max_storage_bytes, max_users) VALUES ($1, $2, $3, $4)
		ON CONFLICT (organization_id) DO UPDATE SET max_runs = excluded.max_runs, max_storage_bytes = excluded.max_storage_bytes,
			max_users = excluded.max_users`, organization, quotas.MaxRuns, quotas.MaxStorageBytes, quotas.MaxUsers)
	return err
}

// admitUser rejects a user beyond the quota of the organization. It locks the quota, so that of two new users for the last place
// one is rejected.
func (t *tx) admitUser(ctx context.Context, organization ids.Organization) error {
	var quota, users int
	err := t.QueryRowContext(ctx, `SELECT max_users FROM organization_quotas WHERE organization_id = $1`+t.dialect.forUpdate, organization).Scan(&quota)
	if errors.Is(err, sql.ErrNoRows) || err == nil && quota == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	err = t.QueryRowContext(ctx, `SELECT count(*) FROM users WHERE organization_id = $1 AND status <> 'deleted'`, organization).Scan(&users)
	if err == nil && users >= quota {
		return installation.UserQuotaReached(quota)
	}
	return err
}

// belowQuota is the condition that the organization of a run n has fewer runs in progress than its quota.
const belowQuota = ` AND n.organization_id NOT IN (SELECT q.organization_id FROM organization_quotas q WHERE q.max_runs > 0
	AND q.max_runs <= (SELECT count(*) FROM runs b WHERE b.organization_id = q.organization_id AND b.status = 'running'))`

// lockRunQuota locks the quota of an organization, before anything else, and reports whether as many runs are in progress as it
// allows. Without the lock two workers could both claim the last one.
func (t *tx) lockRunQuota(ctx context.Context, organization ids.Organization) (atQuota bool, err error) {
	var quota, running int
	err = t.QueryRowContext(ctx, `SELECT max_runs FROM organization_quotas WHERE organization_id = $1`+t.dialect.forUpdate, organization).Scan(&quota)
	if errors.Is(err, sql.ErrNoRows) || err == nil && quota == 0 {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	err = t.QueryRowContext(ctx, `SELECT count(*) FROM runs WHERE organization_id = $1 AND status = 'running'`, organization).Scan(&running)
	return running >= quota, err
}

// storedBytes is how many bytes organization $1 stores, as they were measured, and its quota; 0 and 0 without a quota.
const (
	storageQuota = `coalesce((SELECT q.max_storage_bytes FROM organization_quotas q WHERE q.organization_id = $1), 0)`
	storedBytes  = `(SELECT CAST(coalesce(sum(s.bytes), 0) AS bigint) FROM organization_quotas q JOIN organization_storage s
		ON s.organization_id = q.organization_id WHERE q.organization_id = $1 AND q.max_storage_bytes > 0)`
)

func checkStorage(stored, quota int64) error {
	if quota > 0 && stored >= quota {
		return installation.StorageQuotaReached(stored, quota)
	}
	return nil
}
