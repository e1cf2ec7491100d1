package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/ids"
)

// SignInPolicies stores what organizations require of sign-ins.
type SignInPolicies struct{ db *DB }

// SignInPolicies returns the store of sign-in policies.
func (db *DB) SignInPolicies() *SignInPolicies { return &SignInPolicies{db} }

// Find returns the policy of an organization.
func (s *SignInPolicies) Find(ctx context.Context, organization ids.Organization) (account.SignInPolicy, error) {
	policy, err := findSignInPolicy(ctx, s.db.reader, organization)
	return policy, translate(err)
}

func findSignInPolicy(ctx context.Context, q querier, organization ids.Organization) (account.SignInPolicy, error) {
	var policy account.SignInPolicy
	var updatedAt int64
	err := q.QueryRowContext(ctx, `SELECT requires_second_factor, updated_at FROM sign_in_policies WHERE organization_id = $1`, organization).
		Scan(&policy.RequiresSecondFactor, &updatedAt)
	if errors.Is(err, sql.ErrNoRows) {
		return account.SignInPolicy{}, nil
	}
	policy.UpdatedAt = fromMoment(updatedAt)
	return policy, err
}

// Set stores the policy of the actor's organization and applies it to open sessions.
func (s *SignInPolicies) Set(ctx context.Context, by account.Actor, policy account.SignInPolicy) error {
	return s.db.write(ctx, by, audit.On(audit.Update, audit.SignInPolicy, ""), func(t *tx) error {
		if err := lockOrganization(ctx, t, by.Organization); err != nil {
			return err
		}
		before, err := findSignInPolicy(ctx, t, by.Organization)
		if err != nil {
			return err
		}
		t.auditChanges(policyFields(before), policyFields(policy))
		_, err = t.ExecContext(ctx, `INSERT INTO sign_in_policies (organization_id, requires_second_factor, updated_at) VALUES ($1, $2, $3)
			ON CONFLICT (organization_id) DO UPDATE SET requires_second_factor = excluded.requires_second_factor, updated_at = excluded.updated_at`,
			by.Organization, policy.RequiresSecondFactor, moment(policy.UpdatedAt))
		if err != nil {
			return err
		}
		return t.restrictSessions(ctx, by.Organization, "")
	})
}

func policyFields(policy account.SignInPolicy) audit.Fields {
	return audit.Fields{{Name: "requiresSecondFactor", Value: policy.RequiresSecondFactor}}
}
