package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// pruneSlack is how much older than the limit the oldest entry must be before entries are deleted, so that the entry that
// records the deletion is written once a day and not once an hour.
const pruneSlack = 24 * time.Hour

// DeleteExpired deletes entries that are older than a time, up to a limit for each organization. The last deleted entry becomes
// the base of its chain, which stays verifiable, and the log gets an entry about the deletion. It verifies what it
// deletes: entries of a broken chain are evidence and stay.
func (s *AuditLog) DeleteExpired(ctx context.Context, before time.Time, limit int) (deleted int, err error) {
	organizations, err := queryAll(ctx, s.db.reader, func(scan scanner) (id ids.Organization, err error) { return id, scan(&id) },
		`SELECT c.organization_id FROM audit_chains c JOIN audit_entries a ON a.organization_id = c.organization_id AND a.sequence = c.base_sequence + 1
		WHERE a.at < $1 ORDER BY c.organization_id`, moment(before.Add(-pruneSlack)))
	if err != nil {
		return 0, translate(err)
	}
	for _, organization := range organizations {
		count, failed := s.db.prune(ctx, organization, before, limit)
		deleted += count
		err = errors.Join(err, failed)
	}
	return deleted, err
}

// prune deletes the oldest entries of one chain. The head is locked first, because nothing else is locked.
func (db *DB) prune(ctx context.Context, organization ids.Organization, before time.Time, limit int) (deleted int, err error) {
	err = db.transact(ctx, func(t *tx) error {
		t.quiet, deleted = true, 0
		head, err := t.lockHead(ctx, organization)
		if fault.Is(err, fault.NotFound) {
			return nil // the organization was deleted meanwhile
		}
		if err != nil {
			return err
		}
		base, err := t.findBase(ctx, db.audit, head, before, limit)
		if err != nil || base.Sequence == head.BaseSequence {
			return err
		}
		if err := t.storeHead(ctx, db.audit.Rebase(head, base)); err != nil {
			return err
		}
		result, err := t.ExecContext(ctx, `DELETE FROM audit_entries WHERE organization_id = $1 AND sequence <= $2`, organization, base.Sequence)
		if err != nil {
			return err
		}
		count, err := result.RowsAffected()
		if err != nil {
			return err
		}
		deleted = int(count)
		t.begin(account.Actor{Organization: organization}, audit.On(audit.Prune, audit.Log, ""))
		t.auditChanges(audit.Fields{{Name: "entries", Value: count}, {Name: "through", Value: base.Sequence}, {Name: "before", Value: before.UTC()}}, nil)
		return t.appendEntry(ctx, db.audit)
	})
	return deleted, err
}

// findBase returns the last entry to delete: the one before the first that is young enough. It returns the current base if
// there is none.
func (t *tx) findBase(ctx context.Context, key audit.Key, head audit.Head, before time.Time, limit int) (audit.Entry, error) {
	base := audit.Entry{Sequence: head.BaseSequence, Hash: head.BaseHash}
	if !key.IsSealed(head) {
		return base, brokenChain(head.Organization)
	}
	last := head.BaseSequence + int64(limit)
	var young int64
	// The bound matters: if all entries are old, the database would read the whole log while writes wait for its head.
	err := t.QueryRowContext(ctx, `SELECT sequence FROM audit_entries WHERE organization_id = $1 AND at >= $2 AND sequence <= $3
		ORDER BY sequence LIMIT 1`, head.Organization, moment(before), last).Scan(&young)
	switch {
	case err == nil:
		last = min(last, young-1)
	case !errors.Is(err, sql.ErrNoRows):
		return base, err
	}
	entries, err := queryAll(ctx, t, scanEntry, `SELECT `+auditColumns+` FROM audit_entries a
		WHERE a.organization_id = $1 AND a.sequence <= $2 ORDER BY a.sequence`, head.Organization, last)
	if err != nil {
		return base, err
	}
	verifier := key.Verify(head, nil)
	for _, entry := range entries {
		verifier.Add(entry)
		base = entry
	}
	if verifier.Break() != nil {
		return base, brokenChain(head.Organization)
	}
	return base, nil
}

func brokenChain(organization ids.Organization) error {
	return fault.New(fault.Conflict, "the audit log of organization %s is broken, so none of its entries is deleted", organization).
		WithHint("Run `millrace audit verify`, which names the first wrong entry.")
}
