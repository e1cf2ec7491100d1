package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// ExternalIdentities stores the identities of users at identity providers.
type ExternalIdentities struct{ db *DB }

// ExternalIdentities returns the store of external identities.
func (db *DB) ExternalIdentities() *ExternalIdentities { return &ExternalIdentities{db} }

// SignIn finds what is known about an identity, calls decide, and stores the decision and the link.
func (s *ExternalIdentities) SignIn(
	ctx context.Context, by account.Actor, identity account.ExternalIdentity,
	decide func(account.IdentityMatch) (account.IdentityDecision, error),
) (account.User, error) {
	var user account.User
	entry := audit.On(audit.SignIn, audit.User, "")
	entry.Object.Name, entry.By.Credential = identity.Email, audit.ByProvider
	err := s.db.write(ctx, by, entry, func(t *tx) error {
		match, err := lockIdentity(ctx, t, by.Organization, identity)
		if err != nil {
			return err
		}
		decision, err := decide(match)
		if err != nil {
			return err
		}
		if user, err = storeDecision(ctx, t, match, decision); err != nil {
			return err
		}
		t.auditIdentity(match, user, identity)
		return linkIdentity(ctx, t, user, identity)
	})
	return user, err
}

// auditIdentity completes the entry of a sign-in through a provider with what it changed of the user. The session that follows has
// an entry of its own.
func (t *tx) auditIdentity(match account.IdentityMatch, user account.User, identity account.ExternalIdentity) {
	t.audit.By.User, t.audit.By.Email, t.audit.By.Credential = user.ID, user.Email, audit.ByProvider
	t.audit.Object.ID, t.audit.Object.Name = string(user.ID), user.Email
	link := audit.Fields{{Name: "issuer", Value: identity.Issuer}, {Name: "subject", Value: identity.Subject}}
	switch {
	case match.Linked == nil && match.ByEmail == nil:
		t.audit.Action = audit.ActionOf(audit.User, audit.Create)
		t.auditChanges(nil, append(userFields(user), link...))
	case match.Linked == nil:
		t.audit.Action = audit.ActionOf(audit.User, audit.Link)
		t.auditChanges(userFields(*match.ByEmail), append(userFields(user), link...))
	case *match.Linked != user:
		t.audit.Action = audit.ActionOf(audit.User, audit.Update)
		t.auditChanges(userFields(*match.Linked), userFields(user))
	default:
		t.unchanged()
	}
}

// lockIdentity finds what is known about an identity and locks the user. Other changes of a user lock the user before the
// organization, so this must not lock the organization first. It locks the organization only if there is no user, so that two
// first sign-ins of a person create one.
func lockIdentity(
	ctx context.Context, t *tx, organization ids.Organization, identity account.ExternalIdentity,
) (account.IdentityMatch, error) {
	match, err := matchIdentity(ctx, t, organization, identity)
	if err != nil || match.Linked != nil {
		return match, err
	}
	if match.ByEmail == nil {
		if err := lockOrganization(ctx, t, organization); err != nil {
			return match, err
		}
	}
	return matchIdentity(ctx, t, organization, identity) // another sign-in may have ended before the lock
}

func matchIdentity(
	ctx context.Context, t *tx, organization ids.Organization, identity account.ExternalIdentity,
) (match account.IdentityMatch, err error) {
	var linked ids.User
	err = t.QueryRowContext(ctx, `SELECT user_id FROM external_identities WHERE organization_id = $1 AND issuer = $2 AND subject = $3`,
		organization, identity.Issuer, identity.Subject).Scan(&linked)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		match, err = matchEmail(ctx, t, organization, identity)
		if err == nil && match.ByEmail != nil {
			match.Groups, err = groupNames(ctx, t, organization, match.ByEmail.ID)
		}
		return match, err
	case err != nil:
		return match, err
	}
	user, err := findUser(ctx, t, organization, linked, t.dialect.forUpdate)
	if err != nil {
		return match, err
	}
	match.Linked = &user
	match.Groups, err = groupNames(ctx, t, organization, linked)
	return match, err
}

// matchEmail finds the user with the address of an identity that is not linked yet.
func matchEmail(
	ctx context.Context, t *tx, organization ids.Organization, identity account.ExternalIdentity,
) (match account.IdentityMatch, err error) {
	row := t.QueryRowContext(ctx, `SELECT `+userSelection+` FROM users
		WHERE organization_id = $1 AND email = $2 AND status <> 'deleted'`+t.dialect.forUpdate, organization, identity.Email)
	user, err := scanUser(row.Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return match, nil
	}
	if err != nil {
		return match, err
	}
	match.ByEmail = &user
	err = t.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM external_identities WHERE user_id = $1 AND issuer = $2)`,
		user.ID, identity.Issuer).Scan(&match.HasOtherSubject)
	return match, err
}

// storeDecision creates or changes the user. The groups of the last active administrator do not take the role away,
// because nobody could give it back.
func storeDecision(ctx context.Context, t *tx, match account.IdentityMatch, decision account.IdentityDecision) (account.User, error) {
	if decision.IsNew {
		return decision.User, insertUser(ctx, t, decision.User)
	}
	before := match.ByEmail
	if match.Linked != nil {
		before = match.Linked
	}
	err := replaceUser(ctx, t, *before, decision.User)
	if fault.Is(err, fault.Conflict) && before.Role != decision.User.Role {
		return *before, nil
	}
	return decision.User, err
}

func linkIdentity(ctx context.Context, t *tx, user account.User, identity account.ExternalIdentity) error {
	_, err := t.ExecContext(ctx, `INSERT INTO external_identities (organization_id, issuer, subject, user_id, created_at, last_used_at)
		VALUES ($1, $2, $3, $4, $5, $5) ON CONFLICT (organization_id, issuer, subject) DO UPDATE SET last_used_at = excluded.last_used_at`,
		user.Organization, identity.Issuer, identity.Subject, user.ID, moment(t.now))
	return err
}

// unlinkOrganization forgets all identities of an organization. The next sign-in of each person links the user by its address.
func unlinkOrganization(ctx context.Context, t *tx, organization ids.Organization) error {
	_, err := t.ExecContext(ctx, `DELETE FROM external_identities WHERE organization_id = $1`, organization)
	return err
}

// deleteExternalIdentities lets the person of a deleted user sign in as somebody new.
func deleteExternalIdentities(ctx context.Context, t *tx, user ids.User) error {
	_, err := t.ExecContext(ctx, `DELETE FROM external_identities WHERE user_id = $1`, user)
	return err
}
