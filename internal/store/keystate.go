package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
)

// Key returns what the database says about the keys of the deployment. The fault is NotFound before the first start.
func (s *Setups) Key(ctx context.Context) (secret.Active, error) {
	active, err := findKey(ctx, s.db.reader)
	return active, translate(err)
}

func findKey(ctx context.Context, q querier) (active secret.Active, err error) {
	err = q.QueryRowContext(ctx, `SELECT key_fingerprint, sealed_token_key FROM installation WHERE id = 1`).Scan(&active.Fingerprint, &active.TokenKey)
	if errors.Is(err, sql.ErrNoRows) {
		return active, fault.New(fault.NotFound, "no server has set this database up").WithHint("Start `millrace serve` first.")
	}
	return active, err
}

// RotateKey makes another key the active one, unless another rotation was faster.
func (s *Setups) RotateKey(ctx context.Context, before, after secret.Active) error {
	return s.db.write(ctx, byOperator(), audit.On(audit.Rotate, audit.ServerKey, after.Fingerprint), func(t *tx) error {
		t.auditChanges(audit.Fields{{Name: "fingerprint", Value: before.Fingerprint}}, audit.Fields{{Name: "fingerprint", Value: after.Fingerprint}})
		isOther, err := affectedNone(t.ExecContext(ctx, `UPDATE installation SET key_fingerprint = $1, sealed_token_key = $2
			WHERE id = 1 AND key_fingerprint = $3 AND sealed_token_key = $4`, after.Fingerprint, after.TokenKey, before.Fingerprint, before.TokenKey))
		if isOther {
			return fault.New(fault.Conflict, "the key was rotated by another process").WithHint("Run `millrace key status`.")
		}
		return err
	})
}

// OpenShared opens a database that servers of the same version may use. It does not migrate.
func OpenShared(ctx context.Context, options Options) (*DB, error) {
	db, err := connect(options)
	if err != nil {
		return nil, err
	}
	current, latest, err := db.schemaVersion(ctx, db.reader)
	switch {
	case err != nil:
		err = migrationFault(err)
	case current == 0:
		err = fault.New(fault.NotFound, "the database contains no state of Millrace").WithHint("Check --data and --database.")
	case current != latest:
		err = fault.New(fault.Conflict, "the state is of another version of Millrace: its schema is %d, that of this version %d", current, latest).
			WithHint("Run the command with the version of the servers, or start a server of this version first.")
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
