package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/scim"
)

// SCIMTokens stores the tokens of identity providers.
type SCIMTokens struct{ db *DB }

// SCIMTokens returns the store of the tokens of identity providers.
func (db *DB) SCIMTokens() *SCIMTokens { return &SCIMTokens{db} }

const scimTokenColumns = `id, organization_id, name, hash, hint, created_at, last_used_at`

func scanSCIMToken(scan scanner) (scim.Token, error) {
	var token scim.Token
	var createdAt, lastUsedAt int64
	err := scan(&token.ID, &token.Organization, &token.Name, &token.Hash, &token.Hint, &createdAt, &lastUsedAt)
	token.CreatedAt, token.LastUsedAt = fromMoment(createdAt), fromMoment(lastUsedAt)
	return token, err
}

// Find returns the token with a hash.
func (s *SCIMTokens) Find(ctx context.Context, hash string) (scim.Token, error) {
	token, err := scanSCIMToken(s.db.reader.QueryRowContext(ctx, `SELECT `+scimTokenColumns+` FROM scim_tokens WHERE hash = $1`, hash).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return scim.Token{}, fault.New(fault.Unauthenticated, "the credential is not valid")
	}
	return token, translate(err)
}

// Create stores a token.
func (s *SCIMTokens) Create(ctx context.Context, by account.Actor, token scim.Token) error {
	return s.db.write(ctx, by, audit.On(audit.Create, audit.SCIMToken, string(token.ID)), func(t *tx) error {
		t.auditName(token.Name)
		t.auditChanges(nil, scimTokenFields(token))
		if err := lockOrganization(ctx, t, token.Organization); err != nil {
			return err
		}
		var count int
		err := t.QueryRowContext(ctx, `SELECT count(*) FROM scim_tokens WHERE organization_id = $1`, token.Organization).Scan(&count)
		if err != nil {
			return err
		}
		if count >= scim.MaxTokens {
			return scim.TooManyTokens()
		}
		_, err = t.ExecContext(ctx, `INSERT INTO scim_tokens (`+scimTokenColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			token.ID, token.Organization, token.Name, token.Hash, token.Hint, moment(token.CreatedAt), moment(token.LastUsedAt))
		return err
	})
}

// List returns a page of the tokens of an organization.
func (s *SCIMTokens) List(ctx context.Context, organization ids.Organization, request page.Request) (page.Result[scim.Token], error) {
	return fetch(ctx, s.db, list{
		columns: scimTokenColumns,
		from:    `scim_tokens WHERE organization_id = $1`,
		args:    []any{organization},
		id:      column{sql: "id"},
		fields:  scim.TokenOrder,
		order: map[string]column{
			"createdAt": {sql: "created_at", number: true}, "id": {sql: "id"}, "name": {sql: "name"},
		},
	}, request, scanSCIMToken)
}

// Revoke deletes a token of the actor's organization.
func (s *SCIMTokens) Revoke(ctx context.Context, by account.Actor, id ids.SCIMToken) error {
	return s.db.write(ctx, by, audit.On(audit.Revoke, audit.SCIMToken, string(id)), func(t *tx) error {
		token, err := scanSCIMToken(t.QueryRowContext(ctx, `DELETE FROM scim_tokens WHERE organization_id = $1 AND id = $2 RETURNING `+scimTokenColumns,
			by.Organization, id).Scan)
		if errors.Is(err, sql.ErrNoRows) {
			return scim.TokenNotFound(id)
		}
		t.auditName(token.Name)
		t.auditChanges(scimTokenFields(token), nil)
		return err
	})
}

// Touch stores when tokens were last used.
func (s *SCIMTokens) Touch(ctx context.Context, uses map[ids.SCIMToken]time.Time) error {
	return touch(ctx, s.db, `UPDATE scim_tokens SET last_used_at = $1 WHERE id = $2 AND last_used_at < $1`, moments(uses))
}

// guardSCIM checks that the token of an identity provider is valid, and locks it until the transaction ends.
func (t *tx) guardSCIM(ctx context.Context, id ids.SCIMToken) error {
	var found string
	err := t.QueryRowContext(ctx, `SELECT id FROM scim_tokens WHERE id = $1`+t.dialect.forUpdate, id).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.Unauthenticated, "the SCIM token of this request was revoked").WithHint("Use another token.")
	}
	return err
}

func scimTokenFields(token scim.Token) audit.Fields {
	return audit.Fields{{Name: "name", Value: token.Name}, {Name: "hint", Value: token.Hint}}
}
