package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Sessions stores the sessions of users.
type Sessions struct{ db *DB }

// Sessions returns the store of sessions.
func (db *DB) Sessions() *Sessions { return &Sessions{db} }

const sessionColumns = `id, organization_id, user_id, hash, created_at, expires_at, last_used_at, confirmed_at, address, user_agent, must_change_password,
	is_external, must_set_second_factor`

func scanSession(scan scanner) (account.Session, error) {
	var session account.Session
	var createdAt, expiresAt, lastUsedAt, confirmedAt int64
	err := scan(&session.ID, &session.Organization, &session.User, &session.Hash, &createdAt, &expiresAt, &lastUsedAt, &confirmedAt,
		&session.Client.Address, &session.Client.UserAgent, &session.MustChangePassword, &session.IsExternal, &session.MustSetSecondFactor)
	session.CreatedAt, session.ExpiresAt = fromMoment(createdAt), fromMoment(expiresAt)
	session.LastUsedAt, session.ConfirmedAt = fromMoment(lastUsedAt), fromMoment(confirmedAt)
	return session, err
}

// idleSince returns the last use, as it is stored, of a session that has just become idle for too long. Without a limit it is
// before every use.
func (db *DB) idleSince() int64 {
	if db.sessionIdle == 0 {
		return -1
	}
	return moment(db.now().Add(-db.sessionIdle))
}

// List returns a page of the sessions of a user that have not ended.
func (s *Sessions) List(
	ctx context.Context, organization ids.Organization, user ids.User, request page.Request,
) (page.Result[account.Session], error) {
	return fetch(ctx, s.db, list{
		columns: sessionColumns,
		from:    `sessions WHERE organization_id = $1 AND user_id = $2 AND expires_at > $3 AND last_used_at > $4`,
		args:    []any{organization, user, moment(s.db.now()), s.db.idleSince()},
		id:      column{sql: "id"},
		fields:  account.SessionOrder,
		order:   map[string]column{"createdAt": {sql: "created_at", number: true}, "id": {sql: "id"}},
	}, request, scanSession)
}

// End deletes one session of a user.
func (s *Sessions) End(ctx context.Context, by account.Actor, user ids.User, id ids.Session) error {
	return s.db.write(ctx, by, audit.On(audit.Delete, audit.Session, string(id)), func(t *tx) error {
		t.auditChanges(audit.Fields{{Name: "user", Value: user}}, nil)
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM sessions WHERE organization_id = $1 AND user_id = $2 AND id = $3`,
			by.Organization, user, id))
		if missing {
			return account.SessionNotFound(id)
		}
		return err
	})
}

// EndAll deletes the sessions of a user, except one.
func (s *Sessions) EndAll(ctx context.Context, by account.Actor, user ids.User, except ids.Session) (ended int, err error) {
	err = s.db.write(ctx, by, audit.On(audit.Delete, audit.Session, ""), func(t *tx) error {
		result, err := t.ExecContext(ctx, `DELETE FROM sessions WHERE organization_id = $1 AND user_id = $2 AND id <> $3`,
			by.Organization, user, except)
		if err != nil {
			return err
		}
		count, err := result.RowsAffected()
		if ended = int(count); ended == 0 {
			t.unchanged()
			return err
		}
		t.auditChanges(audit.Fields{{Name: "user", Value: user}, {Name: "sessions", Value: ended}}, nil)
		return err
	})
	return ended, err
}

// Touch stores when sessions were last used.
func (s *Sessions) Touch(ctx context.Context, uses map[ids.Session]time.Time) error {
	return touch(ctx, s.db, `UPDATE sessions SET last_used_at = $1 WHERE id = $2 AND last_used_at < $1`, moments(uses))
}
