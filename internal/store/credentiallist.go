package store

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// ListAll returns a page of the tokens of all users of an organization.
func (s *Tokens) ListAll(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[account.OwnedToken], error) {
	return fetch(ctx, s.db, list{
		columns: tokenColumns + `, last_address, (SELECT u.email FROM users u WHERE u.id = tokens.user_id)`,
		from:    `tokens WHERE organization_id = $1`,
		args:    []any{organization},
		id:      column{sql: "id"},
		fields:  account.OwnedTokenOrder,
		order: map[string]column{
			"createdAt": {sql: "created_at", number: true}, "id": {sql: "id"}, "name": {sql: "name"}, "lastUsedAt": {sql: "last_used_at", number: true},
		},
	}, request, func(scan scanner) (owned account.OwnedToken, err error) {
		owned.Token, err = scanToken(func(dest ...any) error { return scan(append(dest, &owned.Address, &owned.Email)...) })
		return owned, err
	})
}

// ListAll returns a page of the sessions of all users of an organization that have not ended.
func (s *Sessions) ListAll(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[account.OwnedSession], error) {
	return fetch(ctx, s.db, list{
		columns: sessionColumns + `, (SELECT u.email FROM users u WHERE u.id = sessions.user_id)`,
		from:    `sessions WHERE organization_id = $1 AND expires_at > $2 AND last_used_at > $3`,
		args:    []any{organization, moment(s.db.now()), s.db.idleSince()},
		id:      column{sql: "id"},
		fields:  account.OwnedSessionOrder,
		order: map[string]column{
			"createdAt": {sql: "created_at", number: true}, "id": {sql: "id"}, "lastUsedAt": {sql: "last_used_at", number: true},
		},
	}, request, func(scan scanner) (owned account.OwnedSession, err error) {
		owned.Session, err = scanSession(func(dest ...any) error { return scan(append(dest, &owned.Email)...) })
		return owned, err
	})
}
