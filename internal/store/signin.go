package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// SignIns stores sessions and counts failed logins.
type SignIns struct{ db *DB }

// SignIns returns the store of sign-ins.
func (db *DB) SignIns() *SignIns { return &SignIns{db} }

// Open stores the token and the session of a login, if the user is still active with the password that was checked. It
// also deletes expired sessions.
func (s *SignIns) Open(ctx context.Context, signIn account.SignIn) error {
	return s.db.write(ctx, account.Credential{}, func(t *tx) error {
		user, err := findUser(ctx, t, signIn.Token.Organization, signIn.Token.User, t.dialect.forUpdate)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		if user.Status != account.UserActive || user.PasswordHash != signIn.PasswordHash {
			return fault.New(fault.Unauthenticated, "the account has just changed").WithHint("Sign in again.")
		}
		if err := insertToken(ctx, t, signIn.Token); err != nil {
			return err
		}
		session := signIn.Session
		_, err = t.ExecContext(ctx, `INSERT INTO sessions (id, organization_id, user_id, hash, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6)`,
			session.ID, session.Organization, session.User, session.Hash, moment(session.CreatedAt), moment(session.ExpiresAt))
		if err != nil {
			return err
		}
		if _, err := t.ExecContext(ctx, `DELETE FROM sessions WHERE expires_at < $1`, moment(t.now)); err != nil {
			return err
		}
		return deleteFailures(ctx, t, user.LoginKey())
	})
}

func deleteFailures(ctx context.Context, t *tx, loginKey string) error {
	_, err := t.ExecContext(ctx, `DELETE FROM login_failures WHERE login_key = $1`, loginKey)
	return err
}

// Close ends a session.
func (s *SignIns) Close(ctx context.Context, id ids.Session) error {
	return s.db.write(ctx, account.Credential{}, func(t *tx) error {
		_, err := t.ExecContext(ctx, `DELETE FROM sessions WHERE id = $1`, id)
		return err
	})
}

// Lockout returns the failures of a login key so far.
func (s *SignIns) Lockout(ctx context.Context, loginKey string) (account.Lockout, error) {
	lockout, err := findLockout(ctx, s.db.reader, loginKey, "")
	return lockout, translate(err)
}

func findLockout(ctx context.Context, q querier, loginKey, lock string) (account.Lockout, error) {
	var lockout account.Lockout
	var lastFailedAt int64
	err := q.QueryRowContext(ctx, `SELECT failures, last_failed_at FROM login_failures WHERE login_key = $1`+lock, loginKey).
		Scan(&lockout.Failures, &lastFailedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return account.Lockout{}, nil
	}
	lockout.LastFailedAt = fromMoment(lastFailedAt)
	return lockout, err
}

// Fail counts one more failure of a login key. It also deletes failures that are too old to count.
func (s *SignIns) Fail(ctx context.Context, loginKey string, now time.Time) (account.Lockout, error) {
	var lockout account.Lockout
	err := s.db.write(ctx, account.Credential{}, func(t *tx) error {
		t.quiet = true
		// The row is inserted first so that there is one to lock: two failures at the same time count twice.
		_, err := t.ExecContext(ctx, `INSERT INTO login_failures (login_key, failures, last_failed_at) VALUES ($1, 0, 0)
			ON CONFLICT (login_key) DO NOTHING`, loginKey)
		if err != nil {
			return err
		}
		before, err := findLockout(ctx, t, loginKey, t.dialect.forUpdate)
		if err != nil {
			return err
		}
		lockout = before.After(now)
		_, err = t.ExecContext(ctx, `UPDATE login_failures SET failures = $1, last_failed_at = $2 WHERE login_key = $3`,
			lockout.Failures, moment(now), loginKey)
		if err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `DELETE FROM login_failures WHERE last_failed_at < $1`, moment(now.Add(-account.FailureMemory)))
		return err
	})
	return lockout, err
}
