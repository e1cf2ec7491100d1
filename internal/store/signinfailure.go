package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
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
func (s *SignIns) Fail(ctx context.Context, loginKey, network string, now time.Time, refusal account.Refusal) error {
	by, entry, err := s.refusal(ctx, refusal)
	if err != nil {
		return err
	}
	return s.db.write(ctx, by, entry, func(t *tx) error {
		t.quiet = true
		t.audit.By.Email = refusal.Email
		for _, key := range []string{loginKey, networkKey(loginKey, network)} {
			if err := t.countFailure(ctx, loginKey, key, now); err != nil {
				return err
			}
		}
		_, err := t.ExecContext(ctx, `DELETE FROM login_failures WHERE last_failed_at < $1`, moment(now.Add(-account.FailureMemory)))
		return err
	})
}

// Refuse records a sign-in that was refused for another reason than a wrong password.
func (s *SignIns) Refuse(ctx context.Context, refusal account.Refusal) error {
	by, entry, err := s.refusal(ctx, refusal)
	if err != nil {
		return err
	}
	by.Email = refusal.Email
	return s.db.refuse(ctx, by, entry)
}

// refusal returns the entry of a refused sign-in, and who tried. An unknown address belongs to the organization of the host,
// or to the only one that there is; otherwise to none.
func (s *SignIns) refusal(ctx context.Context, refusal account.Refusal) (account.Actor, audit.Entry, error) {
	verb := audit.SignIn
	if refusal.IsConfirmation {
		verb = audit.Confirm
	}
	entry := audit.On(verb, audit.User, string(refusal.User)).Refuse(refusal.Reason)
	entry.Object.Name, entry.By.Credential = refusal.Email, audit.ByPassword
	if refusal.IsExternal {
		entry.By.Credential = audit.ByProvider
	}
	by := account.Actor{Organization: refusal.Organization, User: refusal.User, Origin: refusal.Origin}
	if by.Organization != "" {
		return by, entry, nil
	}
	only, err := queryAll(ctx, s.db.reader, func(scan scanner) (id ids.Organization, err error) { return id, scan(&id) },
		`SELECT id FROM organizations ORDER BY id LIMIT 2`)
	if len(only) == 1 {
		by.Organization = only[0]
	}
	return by, entry, translate(err)
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
