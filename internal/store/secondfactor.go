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

// SecondFactors stores the second factors of users and their recovery codes.
type SecondFactors struct{ db *DB }

// SecondFactors returns the store of second factors.
func (db *DB) SecondFactors() *SecondFactors { return &SecondFactors{db} }

// Find returns the factor of a user, active or not.
func (s *SecondFactors) Find(ctx context.Context, organization ids.Organization, user ids.User) (account.SecondFactor, error) {
	found, err := findSecondFactor(ctx, s.db.reader, organization, user)
	return found, translate(err)
}

func findSecondFactor(ctx context.Context, q querier, organization ids.Organization, user ids.User) (account.SecondFactor, error) {
	var found account.SecondFactor
	var createdAt int64
	err := q.QueryRowContext(ctx, `SELECT organization_id, user_id, sealed_secret, is_active, last_step, created_at,
		(SELECT count(*) FROM recovery_codes c WHERE c.user_id = f.user_id) FROM second_factors f WHERE organization_id = $1 AND user_id = $2`,
		organization, user).
		Scan(&found.Organization, &found.User, &found.SealedSecret, &found.IsActive, &found.LastStep, &createdAt, &found.RecoveryCodes)
	if errors.Is(err, sql.ErrNoRows) {
		return account.SecondFactor{}, account.NoSecondFactor()
	}
	found.CreatedAt = fromMoment(createdAt)
	return found, err
}

// HasRecoveryCode reports whether a user has a recovery code with this hash.
func (s *SecondFactors) HasRecoveryCode(ctx context.Context, user ids.User, codeHash string) (bool, error) {
	var count int
	err := s.db.reader.QueryRowContext(ctx, `SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND code_hash = $2`, user, codeHash).Scan(&count)
	return count > 0, translate(err)
}

// Begin stores a factor of the actor that is not active yet, in place of one that is not active either.
func (s *SecondFactors) Begin(ctx context.Context, by account.Actor, factor account.SecondFactor) error {
	return s.db.writeUser(ctx, by, by.User, audit.On(audit.BeginFactor, audit.User, string(by.User)), func(t *tx, user account.User) error {
		t.auditName(user.Email)
		if user.HasSecondFactor {
			return fault.New(fault.Conflict, "you have a second factor").WithHint("Turn it off first to set up another one.")
		}
		if _, err := t.ExecContext(ctx, `DELETE FROM second_factors WHERE user_id = $1`, user.ID); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `INSERT INTO second_factors (organization_id, user_id, sealed_secret, is_active, last_step, created_at)
			VALUES ($1, $2, $3, $4, $5, $6)`, user.Organization, user.ID, factor.SealedSecret, false, 0, moment(factor.CreatedAt))
		return err
	})
}

// Activate makes the actor's factor active. All credentials of the user that were created without it are revoked, except the session
// of the request, whose user has just shown both factors.
func (s *SecondFactors) Activate(ctx context.Context, by account.Actor, activation account.FactorActivation) error {
	return s.db.writeUser(ctx, by, by.User, audit.On(audit.SetFactor, audit.User, string(by.User)), func(t *tx, user account.User) error {
		t.auditName(user.Email)
		t.auditChanges(factorFields(false), factorFields(true))
		missing, err := affectedNone(t.ExecContext(ctx, `UPDATE second_factors SET is_active = $1, last_step = $2
			WHERE user_id = $3 AND sealed_secret = $4 AND NOT is_active`, true, activation.Step, user.ID, activation.SealedSecret))
		if missing {
			return fault.New(fault.Conflict, "another request has changed the second factor").WithHint("Try again.")
		}
		if err != nil {
			return err
		}
		if err := replaceRecoveryCodes(ctx, t, user, activation.Hashes); err != nil {
			return err
		}
		if err := revokeOtherCredentials(ctx, t, user.ID, by.Credential.Session); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `UPDATE sessions SET must_set_second_factor = $1 WHERE user_id = $2`, false, user.ID)
		return err
	})
}

func replaceRecoveryCodes(ctx context.Context, t *tx, user account.User, hashes []string) error {
	if _, err := t.ExecContext(ctx, `DELETE FROM recovery_codes WHERE user_id = $1`, user.ID); err != nil {
		return err
	}
	for _, hash := range hashes {
		_, err := t.ExecContext(ctx, `INSERT INTO recovery_codes (organization_id, user_id, code_hash) VALUES ($1, $2, $3)`,
			user.Organization, user.ID, hash)
		if err != nil {
			return err
		}
	}
	return nil
}

// revokeOtherCredentials deletes the credentials of a user, except one session, which may also be that of another user.
func revokeOtherCredentials(ctx context.Context, t *tx, user ids.User, except ids.Session) error {
	if _, err := t.ExecContext(ctx, `DELETE FROM tokens WHERE user_id = $1`, user); err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `DELETE FROM sessions WHERE user_id = $1 AND id <> $2`, user, except); err != nil {
		return err
	}
	if err := deleteChallenges(ctx, t, user); err != nil {
		return err
	}
	return distrustNetworks(ctx, t, user)
}

// ReplaceRecoveryCodes replaces the recovery codes of the actor.
func (s *SecondFactors) ReplaceRecoveryCodes(ctx context.Context, by account.Actor, hashes []string) error {
	return s.db.writeUser(ctx, by, by.User, audit.On(audit.RecoveryCodes, audit.User, string(by.User)), func(t *tx, user account.User) error {
		t.auditName(user.Email)
		if !user.HasSecondFactor {
			return account.NoSecondFactor()
		}
		return replaceRecoveryCodes(ctx, t, user, hashes)
	})
}

// Remove deletes the factor of a user.
func (s *SecondFactors) Remove(ctx context.Context, by account.Actor, id ids.User) error {
	return s.db.writeUser(ctx, by, id, audit.On(audit.UnsetFactor, audit.User, string(id)), func(t *tx, user account.User) error {
		t.auditName(user.Email)
		t.auditChanges(factorFields(true), factorFields(false))
		if !user.HasSecondFactor {
			return account.NoSecondFactor()
		}
		if err := deleteSecondFactor(ctx, t, user.ID); err != nil {
			return err
		}
		if err := revokeOtherCredentials(ctx, t, user.ID, by.Credential.Session); err != nil {
			return err
		}
		return t.restrictSessions(ctx, user.Organization, user.ID)
	})
}

// deleteSecondFactor deletes the factor of a user with its recovery codes.
func deleteSecondFactor(ctx context.Context, t *tx, user ids.User) error {
	for _, table := range []string{"second_factors", "recovery_codes"} {
		if _, err := t.ExecContext(ctx, `DELETE FROM `+table+` WHERE user_id = $1`, user); err != nil {
			return err
		}
	}
	return nil
}

// restrictSessions applies the policy of an organization to the sessions of its users, or of one user: those who have no second
// factor where one is required can only set one up.
func (t *tx) restrictSessions(ctx context.Context, organization ids.Organization, user ids.User) error {
	policy, err := findSignInPolicy(ctx, t, organization)
	if err != nil {
		return err
	}
	if !policy.RequiresSecondFactor {
		_, err = t.ExecContext(ctx, `UPDATE sessions SET must_set_second_factor = $1 WHERE organization_id = $2 AND ($3 = '' OR user_id = $3)`,
			false, organization, user)
		return err
	}
	_, err = t.ExecContext(ctx, `UPDATE sessions SET must_set_second_factor = $1
		WHERE organization_id = $2 AND ($3 = '' OR user_id = $3) AND NOT is_external
		AND user_id NOT IN (SELECT user_id FROM second_factors WHERE organization_id = $2 AND is_active)`, true, organization, user)
	return err
}

func factorFields(isActive bool) audit.Fields {
	return audit.Fields{{Name: "hasSecondFactor", Value: isActive}}
}
