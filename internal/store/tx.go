package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// querier contains what both a pool and a transaction can do.
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
	// audit is the entry of the write, which the transaction completes; nil in a transaction of the server's own work.
	audit *audit.Entry
	// quiet is set by a transaction that changes nothing that a cache contains; then the revision stays.
	quiet bool
	// isShielded is true in a group: SQLite rolls back the whole group when it interrupts a statement, so that the end of a
	// context takes effect only between statements.
	isShielded bool
}

// ExecContext runs a statement that returns no rows.
func (t *tx) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return t.Tx.ExecContext(t.shield(ctx), query, args...)
}

// QueryContext runs a statement that returns rows.
func (t *tx) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return t.Tx.QueryContext(t.shield(ctx), query, args...)
}

// QueryRowContext runs a statement that returns one row.
func (t *tx) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return t.Tx.QueryRowContext(t.shield(ctx), query, args...)
}

// shield returns a context that does not interrupt the statement. A context that has ended stays as it is, so that the
// statement does not start.
func (t *tx) shield(ctx context.Context) context.Context {
	if !t.isShielded || ctx.Err() != nil {
		return ctx
	}
	return context.WithoutCancel(ctx)
}

// maxTries is how often a transaction runs when the database asks for a retry.
const maxTries = 5

// write runs do in one transaction, after checking that the actor's credential is still valid, and appends the entry to the
// audit log in the same transaction. do completes the entry, t.audit, with what has changed. If the write is refused, the
// log gets an entry that says so.
func (db *DB) write(ctx context.Context, by account.Actor, entry audit.Entry, do func(*tx) error) error {
	err := db.transact(ctx, func(t *tx) error {
		t.begin(by, entry)
		if err := t.guard(ctx, by.Credential); err != nil {
			return err
		}
		if err := do(t); err != nil {
			return err
		}
		return t.appendEntry(ctx, db.audit)
	})
	return db.recordRefusal(ctx, by, entry, err)
}

// system runs do in one transaction for the server's own work, which is no act of a user and has no entry in the audit log:
// claims, leases, results, deliveries, registrations, retention. A test lists the functions that may call it.
func (db *DB) system(ctx context.Context, do func(*tx) error) error { return db.transact(ctx, do) }

// writeUser is write for changes of one user of the actor's organization. It locks that user and the actor, in the
// order of their ids, before it checks the credential: otherwise two users who change each other, or one user with two
// requests, would deadlock.
func (db *DB) writeUser(
	ctx context.Context, by account.Actor, id ids.User, entry audit.Entry, do func(*tx, account.User) error,
) error {
	err := db.transact(ctx, func(t *tx) error {
		t.begin(by, entry)
		if err := t.lockUsers(ctx, by.User, id); err != nil {
			return err
		}
		if err := t.guard(ctx, by.Credential); err != nil {
			return err
		}
		user, err := findUser(ctx, t, by.Organization, id, "")
		if err != nil {
			return err
		}
		if err := do(t, user); err != nil {
			return err
		}
		return t.appendEntry(ctx, db.audit)
	})
	return db.recordRefusal(ctx, by, entry, err)
}

// lockUsers locks two users, who may be the same, in the order of their ids.
func (t *tx) lockUsers(ctx context.Context, one, other ids.User) error {
	if t.dialect.forUpdate == "" {
		return nil
	}
	_, err := t.ExecContext(ctx, `SELECT id FROM users WHERE id IN ($1, $2) ORDER BY id`+t.dialect.forUpdate, one, other)
	return err
}

// transact runs do in one transaction. If the database aborts it in favor of another one, do runs again, so do must
// reset whatever it sets outside.
func (db *DB) transact(ctx context.Context, do func(*tx) error) error {
	for try := 1; ; try++ {
		releases := db.condition.reserve.Releases()
		err := db.transactOnce(ctx, do)
		if db.condition.written(err, releases) {
			continue // the reserve was given up, which does not happen again before it is taken again
		}
		if try == maxTries || !isRetryable(err) {
			return translate(err)
		}
		pause := time.Duration(try) * 10 * time.Millisecond
		if err := backoff.Sleep(ctx, pause+rand.N(pause)); err != nil { //nolint:gosec // a pause needs no secrecy
			return translate(err)
		}
	}
}

func (db *DB) transactOnce(ctx context.Context, do func(*tx) error) error {
	if db.group != nil {
		return db.group.transact(ctx, do)
	}
	sqlTx, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = sqlTx.Rollback() }() // after a commit it does nothing
	t := &tx{Tx: sqlTx, dialect: db.dialect, now: db.now()}
	if err := do(t); err != nil {
		return err
	}
	return sqlTx.Commit()
}

// guard checks that the credential is valid and that the user's roles are those that the request was authorized with,
// and locks both until the transaction ends: a change of them waits for this transaction, or this transaction sees the
// change.
func (t *tx) guard(ctx context.Context, by account.Credential) error {
	if by.IsSystem() {
		return nil
	}
	if by.SCIM != "" {
		return t.guardSCIM(ctx, by.SCIM)
	}
	query, id := `SELECT u.roles_version FROM users u JOIN tokens c ON c.user_id = u.id WHERE c.id = $1 AND u.status = 'active'`, string(by.Token)
	if by.Session != "" {
		query, id = `SELECT u.roles_version FROM users u JOIN sessions c ON c.user_id = u.id WHERE c.id = $1 AND u.status = 'active'`, string(by.Session)
	}
	var rolesVersion int64
	err := t.QueryRowContext(ctx, query+t.dialect.forGuard, id).Scan(&rolesVersion)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.Unauthenticated, "the credential of this request was revoked").WithHint("Sign in again.")
	}
	if err == nil && rolesVersion != by.RolesVersion {
		return fault.New(fault.Conflict, "your roles have just changed").WithHint("Try again.")
	}
	return err
}

// read runs do on one database snapshot.
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

// translate converts a database error into a fault. Faults stay as they are.
func translate(err error) error {
	var known *fault.Error
	switch {
	case err == nil, errors.As(err, &known):
		return err
	case errors.Is(err, context.Canceled):
		return fault.Wrap(err, fault.Canceled, "the request was canceled")
	case isUnreachable(err), errors.Is(err, driver.ErrBadConn), errors.Is(err, sql.ErrConnDone):
		return run.StoreUnavailable(err, "the database is unavailable")
	case errors.Is(err, context.DeadlineExceeded): // of the request; the case above has the timeout of a connect
		return fault.Wrap(err, fault.Canceled, "the request was canceled")
	case isRetryable(err):
		return run.StoreUnavailable(err, "the database is busy")
	case isFull(err):
		return diskFull(err)
	case isUnstorable(err):
		return fault.Wrap(err, fault.Invalid, "a text contains NUL or bytes that are not UTF-8").WithHint("Use printable text.")
	default:
		return fault.Wrap(err, fault.Internal, "the database reported an unexpected error")
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
