package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// querier is what both a pool and a transaction can do.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// tx is an open write transaction.
type tx struct {
	*sql.Tx

	dialect dialect
	now     time.Time
}

// mostTries is how often a transaction is run when the database asks for it.
const mostTries = 5

// write runs do in one transaction, after checking that the actor's credential is still alive. A transaction that the
// database gave up in favour of another is run again, so do must have no effect outside it.
func (db *DB) write(ctx context.Context, by account.Credential, do func(*tx) error) error {
	for try := 1; ; try++ {
		err := db.writeOnce(ctx, by, do)
		if try == mostTries || !isRetryable(err) {
			return translate(err)
		}
		pause := time.Duration(try) * 10 * time.Millisecond
		select {
		case <-time.After(pause + rand.N(pause)): //nolint:gosec // a pause needs no secrecy
		case <-ctx.Done():
			return translate(ctx.Err())
		}
	}
}

func (db *DB) writeOnce(ctx context.Context, by account.Credential, do func(*tx) error) error {
	sqlTx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = sqlTx.Rollback() }() // after a commit it does nothing
	t := &tx{Tx: sqlTx, dialect: db.dialect, now: db.now()}
	if err := t.guard(ctx, by); err != nil {
		return err
	}
	if err := do(t); err != nil {
		return err
	}
	// Even a commit that reports an error may have happened, so the revision moves in any case.
	defer db.revision.Add(1)
	return sqlTx.Commit()
}

// guard checks that the credential is alive and keeps it so until the transaction ends: whoever revokes it waits for
// this transaction, or this transaction sees it gone.
func (t *tx) guard(ctx context.Context, by account.Credential) error {
	if by.IsSystem() {
		return nil
	}
	query, id := `SELECT u.id FROM users u JOIN tokens c ON c.user_id = u.id WHERE c.id = $1 AND u.status = 'active'`, string(by.Token)
	if by.Session != "" {
		query, id = `SELECT u.id FROM users u JOIN sessions c ON c.user_id = u.id WHERE c.id = $1 AND u.status = 'active'`, string(by.Session)
	}
	if t.dialect.forShare != "" {
		query += t.dialect.forShare + " OF u"
	}
	var user string
	err := t.QueryRowContext(ctx, query, id).Scan(&user)
	if err == nil && t.dialect.forShare != "" {
		// The lock may have been waited for, and the credential may have died meanwhile: look once more.
		err = t.QueryRowContext(ctx, query, id).Scan(&user)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.Unauthenticated, "the credential of this request was revoked").WithHint("Sign in again.")
	}
	return err
}

// read runs do on one snapshot.
func (db *DB) read(ctx context.Context, do func(querier) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if db.dialect.name == postgresDialect.name {
		options.Isolation = sql.LevelRepeatableRead
	}
	snapshot, err := db.reader.BeginTx(ctx, options)
	if err != nil {
		return translate(err)
	}
	defer func() { _ = snapshot.Rollback() }() // there is nothing to commit
	return translate(do(snapshot))
}

// translate turns a database's error into a fault. Faults pass.
func translate(err error) error {
	var known *fault.Error
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return fault.Wrap(err, fault.Canceled, "the request was given up")
	case isUnreachable(err), errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone):
		return fault.Wrap(err, fault.Unavailable, "the database is out of reach").WithHint("Try again in a moment.")
	case isRetryable(err):
		return fault.Wrap(err, fault.Unavailable, "the database is busy").WithHint("Try again in a moment.")
	default:
		return fault.Wrap(err, fault.Internal, "the database did not do what was asked")
	}
}

// affectedNone reports whether a statement changed no row.
func affectedNone(result sql.Result, err error) (bool, error) {
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 0, err
}
