package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// begin starts the entry of a write. A transaction that runs again starts with a new one.
func (t *tx) begin(by account.Actor, entry audit.Entry) {
	kind := entry.By.Credential // of a sign-in, whose actor has no credential yet
	entry.Organization, entry.By, entry.At = by.Organization, audit.SubjectOf(by), t.now
	entry.By.Credential = cmp.Or(entry.By.Credential, kind)
	t.audit = &entry
}

// unchanged leaves the write out of the audit log, because it has changed nothing.
func (t *tx) unchanged() { t.audit = nil }

// appendEntry appends the entry of the write to the chain of its organization. It is the last that a write does: the head of
// the chain is locked after everything else and for a short time, so that writes do not deadlock.
func (t *tx) appendEntry(ctx context.Context, key audit.Key) error {
	if t.audit == nil {
		return nil
	}
	entry := t.audit
	if entry.Action == "" || entry.Result == "" {
		return fault.New(fault.Internal, "a write has no audit entry")
	}
	head, err := t.lockHead(ctx, entry.Organization)
	if err != nil {
		return err
	}
	head = key.Append(head, entry)
	by, object := entry.By, entry.Object
	_, err = t.ExecContext(ctx, `INSERT INTO audit_entries (organization_id, sequence, at, actor_id, actor_email, credential_kind, credential_id,
		address, request_id, action, object_kind, object_id, object_name, project_id, environment_id, changes, result, reason, hash)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
		entry.Organization, entry.Sequence, moment(entry.At), by.User, by.Email, by.Credential, by.CredentialID,
		by.Origin.Address, by.Origin.RequestID, entry.Action, object.Kind, object.ID, object.Name, object.Project, object.Environment,
		entry.StoredChanges(), entry.Result, entry.Reason, entry.Hash)
	if err != nil {
		return err
	}
	return t.storeHead(ctx, head)
}

const headColumns = `organization_id, sequence, hash, base_sequence, base_hash, seal`

func scanHead(scan scanner) (head audit.Head, err error) {
	return head, scan(&head.Organization, &head.Sequence, &head.Hash, &head.BaseSequence, &head.BaseHash, &head.Seal)
}

// lockHead returns the head of a chain and locks it until the transaction ends.
func (t *tx) lockHead(ctx context.Context, organization ids.Organization) (audit.Head, error) {
	query := `SELECT ` + headColumns + ` FROM audit_chains WHERE organization_id = $1` + t.dialect.forUpdate
	head, err := scanHead(t.QueryRowContext(ctx, query, organization).Scan)
	if !errors.Is(err, sql.ErrNoRows) {
		return head, err
	}
	if err := t.requireOrganization(ctx, organization); err != nil {
		return head, err
	}
	// The row is inserted first so that there is one to lock: of two first entries one waits for the other.
	_, err = t.ExecContext(ctx, `INSERT INTO audit_chains (`+headColumns+`) VALUES ($1, 0, $2, 0, $2, $2)
		ON CONFLICT (organization_id) DO NOTHING`, organization, []byte{})
	if err != nil {
		return head, err
	}
	return scanHead(t.QueryRowContext(ctx, query, organization).Scan)
}

// requireOrganization returns a NotFound fault for an organization that was deleted: it gets no new chain. The installation itself
// has the empty id. It locks the organization against its deletion.
func (t *tx) requireOrganization(ctx context.Context, organization ids.Organization) error {
	if organization == "" {
		return nil
	}
	var found string
	err := t.QueryRowContext(ctx, `SELECT id FROM organizations WHERE id = $1`+t.dialect.forUpdate, organization).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return organizationGone(organization)
	}
	return err
}

func (t *tx) storeHead(ctx context.Context, head audit.Head) error {
	_, err := t.ExecContext(ctx, `UPDATE audit_chains SET sequence = $1, hash = $2, base_sequence = $3, base_hash = $4, seal = $5
		WHERE organization_id = $6`, head.Sequence, head.Hash, head.BaseSequence, notNil(head.BaseHash), head.Seal, head.Organization)
	return err
}

// recordRefusal appends an entry for a write that was refused, in a transaction of its own, and returns the error of the
// write. A refusal that cannot be recorded is an error of the database.
func (db *DB) recordRefusal(ctx context.Context, by account.Actor, entry audit.Entry, err error) error {
	if !fault.Is(err, fault.Forbidden) && !fault.Is(err, fault.Unauthenticated) {
		return err
	}
	if failed := db.refuse(ctx, by, entry.Refuse(fault.From(err).Message)); failed != nil {
		return failed
	}
	return err
}

// refuse appends the entry of a refused write. It changes nothing that a cache contains. The log of an organization that was deleted
// meanwhile is gone, and stays so.
func (db *DB) refuse(ctx context.Context, by account.Actor, entry audit.Entry) error {
	err := db.transact(ctx, func(t *tx) error {
		t.quiet = true
		t.begin(by, entry)
		return t.appendEntry(ctx, db.audit)
	})
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}
