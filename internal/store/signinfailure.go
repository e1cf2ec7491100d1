package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/account"
)

// networkKey is the key of the failures from one network.
func networkKey(loginKey, network string) string { return loginKey + "@" + network }

// Lockouts returns the failures of a login key so far, for a client in a network.
func (s *SignIns) Lockouts(ctx context.Context, loginKey, network string) (account.Lockouts, error) {
	var lockouts account.Lockouts
	var err error
	if lockouts.Account, err = findLockout(ctx, s.db.reader, loginKey, ""); err != nil {
		return account.Lockouts{}, translate(err)
	}
	lockouts.Network, err = findLockout(ctx, s.db.reader, networkKey(loginKey, network), "")
	return lockouts, translate(err)
}

func findLockout(ctx context.Context, q querier, key, lock string) (account.Lockout, error) {
	var lockout account.Lockout
	var lastFailedAt int64
	err := q.QueryRowContext(ctx, `SELECT failures, last_failed_at FROM login_failures WHERE login_key = $1`+lock, key).
		Scan(&lockout.Failures, &lastFailedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return account.Lockout{}, nil
	}
	lockout.LastFailedAt = fromMoment(lastFailedAt)
	return lockout, err
}

// Fail counts one more failure of a login key, in total and from a network. It also deletes failures that are too old to
// count. Transactions lock the total first.
func (s *SignIns) Fail(ctx context.Context, loginKey, network string, now time.Time) error {
	return s.db.write(ctx, account.Credential{}, func(t *tx) error {
		t.quiet = true
		for _, key := range []string{loginKey, networkKey(loginKey, network)} {
			if err := t.countFailure(ctx, loginKey, key, now); err != nil {
				return err
			}
		}
		_, err := t.ExecContext(ctx, `DELETE FROM login_failures WHERE last_failed_at < $1`, moment(now.Add(-account.FailureMemory)))
		return err
	})
}

func (t *tx) countFailure(ctx context.Context, accountKey, key string, now time.Time) error {
	// The row is inserted first so that there is one to lock: two failures at the same time count twice.
	_, err := t.ExecContext(ctx, `INSERT INTO login_failures (login_key, account_key, failures, last_failed_at) VALUES ($1, $2, 0, $3)
		ON CONFLICT (login_key) DO NOTHING`, key, accountKey, moment(now))
	if err != nil {
		return err
	}
	before, err := findLockout(ctx, t, key, t.dialect.forUpdate)
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE login_failures SET failures = $1, last_failed_at = $2 WHERE login_key = $3`,
		before.After(now).Failures, moment(now), key)
	return err
}

// deleteFailures deletes the failures of a login key, in total and from every network.
func deleteFailures(ctx context.Context, t *tx, loginKey string) error {
	_, err := t.ExecContext(ctx, `DELETE FROM login_failures WHERE login_key = $1 OR account_key = $1`, loginKey)
	return err
}
