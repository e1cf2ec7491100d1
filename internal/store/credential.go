package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// Credentials finds the actor of a token or a session.
type Credentials struct{ db *DB }

// Credentials returns the store of credentials.
func (db *DB) Credentials() *Credentials { return &Credentials{db} }

// Revision returns the revision of the database.
func (s *Credentials) Revision() (uint64, bool) { return s.db.Revision() }

// ByToken returns the actor of a token with its limits, which the caller checks.
func (s *Credentials) ByToken(ctx context.Context, hash string) (account.Actor, error) {
	var actor account.Actor
	var stored storedLimits
	err := s.db.reader.QueryRowContext(ctx, `SELECT c.id, u.roles_version, u.id, u.email, u.organization_id, u.role, c.scopes, c.addresses, c.expires_at
		FROM tokens c JOIN users u ON u.id = c.user_id WHERE c.hash = $1 AND u.status = 'active'`, hash).
		Scan(&actor.Credential.Token, &actor.Credential.RolesVersion, &actor.User, &actor.Email, &actor.Organization, &actor.Role,
			&stored.scopes, &stored.addresses, &stored.expiresAt)
	if err == nil {
		actor.Limits, err = stored.limits()
	}
	return s.complete(ctx, actor, err)
}

// BySession returns the actor of a valid session.
func (s *Credentials) BySession(ctx context.Context, hash string) (account.Actor, error) {
	var actor account.Actor
	var confirmedAt int64
	err := s.db.reader.QueryRowContext(ctx, `SELECT c.id, c.confirmed_at, c.must_change_password, c.must_set_second_factor, u.roles_version,
		u.id, u.email, u.organization_id, u.role FROM sessions c JOIN users u ON u.id = c.user_id
		WHERE c.hash = $1 AND c.expires_at > $2 AND c.last_used_at > $3 AND u.status = 'active'`,
		hash, moment(s.db.now()), s.db.idleSince()).
		Scan(&actor.Credential.Session, &confirmedAt, &actor.MustChangePassword, &actor.MustSetSecondFactor, &actor.Credential.RolesVersion,
			&actor.User, &actor.Email, &actor.Organization, &actor.Role)
	actor.ConfirmedAt = fromMoment(confirmedAt)
	return s.complete(ctx, actor, err)
}

// complete reads the actor's roles. An administrator of the organization needs none.
func (s *Credentials) complete(ctx context.Context, actor account.Actor, err error) (account.Actor, error) {
	if errors.Is(err, sql.ErrNoRows) {
		return account.Actor{}, fault.New(fault.Unauthenticated, "the credential is not valid")
	}
	if err != nil || actor.Role == account.OrganizationAdministrator {
		return actor, translate(err)
	}
	granted, err := readGrants(ctx, s.db.reader, "g.user_id = $1", actor.User)
	if err != nil {
		return account.Actor{}, translate(err)
	}
	granted.complete(&actor)
	return actor, nil
}
