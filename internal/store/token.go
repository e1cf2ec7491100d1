package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// Tokens stores access tokens.
type Tokens struct{ db *DB }

// Tokens returns the store of access tokens.
func (db *DB) Tokens() *Tokens { return &Tokens{db} }

const tokenColumns = `id, organization_id, user_id, name, hash, hint, created_at, last_used_at, is_login, scopes, addresses, expires_at`

func scanToken(scan scanner) (account.Token, error) {
	var token account.Token
	var createdAt, lastUsedAt int64
	var stored storedLimits
	err := scan(&token.ID, &token.Organization, &token.User, &token.Name, &token.Hash, &token.Hint, &createdAt, &lastUsedAt, &token.IsLogin,
		&stored.scopes, &stored.addresses, &stored.expiresAt)
	if err != nil {
		return token, err
	}
	token.CreatedAt, token.LastUsedAt = fromMoment(createdAt), fromMoment(lastUsedAt)
	token.Limits, err = stored.limits()
	return token, err
}

// Create stores a token.
func (s *Tokens) Create(ctx context.Context, by account.Actor, token account.Token, maxTokens int) error {
	return s.db.write(ctx, by, audit.On(audit.Create, audit.Token, string(token.ID)), func(t *tx) error {
		t.auditName(token.Name)
		t.auditChanges(nil, tokenFields(token))
		return insertToken(ctx, t, token, maxTokens)
	})
}

// insertToken stores a token unless its user has too many. Concurrent transactions may exceed the limit by a few.
func insertToken(ctx context.Context, t *tx, token account.Token, maxTokens int) error {
	if maxTokens > 0 {
		var count int
		if err := t.QueryRowContext(ctx, `SELECT count(*) FROM tokens WHERE user_id = $1`, token.User).Scan(&count); err != nil {
			return err
		}
		if count >= maxTokens {
			return account.TooManyTokens(count)
		}
	}
	limits := storeLimits(token.Limits)
	_, err := t.ExecContext(ctx, `INSERT INTO tokens (`+tokenColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
		token.ID, token.Organization, token.User, token.Name, token.Hash, token.Hint, moment(token.CreatedAt), moment(token.LastUsedAt), token.IsLogin,
		limits.scopes, limits.addresses, limits.expiresAt)
	return err
}

// List returns a page of the tokens of a user.
func (s *Tokens) List(ctx context.Context, organization ids.Organization, user ids.User, request page.Request) (page.Result[account.Token], error) {
	return fetch(ctx, s.db, list{
		columns: tokenColumns,
		from:    `tokens WHERE organization_id = $1 AND user_id = $2`,
		args:    []any{organization, user},
		id:      column{sql: "id"},
		fields:  account.TokenOrder,
		order: map[string]column{
			"createdAt": {sql: "created_at", number: true}, "id": {sql: "id"}, "name": {sql: "name"},
		},
	}, request, scanToken)
}

// Revoke deletes one token of a user.
func (s *Tokens) Revoke(ctx context.Context, by account.Actor, user ids.User, id ids.Token) error {
	return s.db.write(ctx, by, audit.On(audit.Revoke, audit.Token, string(id)), func(t *tx) error {
		t.auditChanges(audit.Fields{{Name: "user", Value: user}}, nil)
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM tokens WHERE organization_id = $1 AND user_id = $2 AND id = $3`,
			by.Organization, user, id))
		if missing {
			return account.TokenNotFound(id)
		}
		return err
	})
}

// RevokeUnusedLogins deletes the actor's tokens of logins that were created before a time and never used.
func (s *Tokens) RevokeUnusedLogins(ctx context.Context, by account.Actor, before time.Time) (revoked int, err error) {
	err = s.db.write(ctx, by, audit.On(audit.Revoke, audit.Token, ""), func(t *tx) error {
		result, err := t.ExecContext(ctx, `DELETE FROM tokens WHERE organization_id = $1 AND user_id = $2
			AND is_login AND last_used_at = $3 AND created_at < $4 AND id <> $5`,
			by.Organization, by.User, moment(time.Time{}), moment(before), by.Credential.Token) // the request uses its own token
		if err != nil {
			return err
		}
		count, err := result.RowsAffected()
		revoked = int(count)
		t.auditName("unused tokens of logins")
		t.auditChanges(audit.Fields{{Name: "tokens", Value: count}}, nil)
		if count == 0 {
			t.unchanged()
		}
		return err
	})
	return revoked, err
}

// Touch stores when tokens were last used.
func (s *Tokens) Touch(ctx context.Context, uses map[ids.Token]time.Time) error {
	return touch(ctx, s.db, `UPDATE tokens SET last_used_at = $1 WHERE id = $2 AND last_used_at < $1`, moments(uses))
}

// TouchAddresses stores from where tokens were last used.
func (s *Tokens) TouchAddresses(ctx context.Context, addresses map[ids.Token]string) error {
	return touch(ctx, s.db, `UPDATE tokens SET last_address = $1 WHERE id = $2 AND last_address <> $1`, addresses)
}

// moments returns times as they are stored.
func moments[ID ~string](times map[ID]time.Time) map[ID]int64 {
	stored := make(map[ID]int64, len(times))
	for id, at := range times {
		stored[id] = moment(at)
	}
	return stored
}

// touch stores when or from where credentials were last used. It changes nothing that is cached, so the revision stays. It updates them in
// the order of their ids, so that servers that update the same ones do not deadlock.
func touch[ID ~string, V int64 | string](ctx context.Context, db *DB, update string, uses map[ID]V) error {
	t, err := db.writer.BeginTx(ctx, nil)
	if err != nil {
		return translate(err)
	}
	defer func() { _ = t.Rollback() }()
	for _, id := range slices.Sorted(maps.Keys(uses)) {
		if _, err := t.ExecContext(ctx, update, uses[id], id); err != nil {
			return translate(err)
		}
	}
	return translate(t.Commit())
}
