package account

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// SignInPolicy is what an organization requires of sign-ins with a password.
type SignInPolicy struct {
	// RequiresSecondFactor lets users without a second factor do nothing but set one up. It does not apply to sign-ins
	// through an identity provider, which has its own rules, nor to tokens, which stay valid.
	RequiresSecondFactor bool
	UpdatedAt            time.Time // zero if nobody has set the policy
}

// SignInPolicyStore stores the policies of organizations.
type SignInPolicyStore interface {
	// Find returns the policy of an organization; the zero policy if nobody has set one.
	Find(ctx context.Context, organization ids.Organization) (SignInPolicy, error)
	// Set stores the policy of the actor's organization, and applies it to open sessions.
	Set(ctx context.Context, by Actor, policy SignInPolicy) error
}

// Policy returns the policy of an organization.
func (s *SecondFactors) Policy(ctx context.Context, organization ids.Organization) (SignInPolicy, error) {
	return s.Policies.Find(ctx, organization)
}

// SetPolicy changes whether the actor's organization requires a second factor. Administrators who require one of others must have
// one themselves, unless they cannot sign in with a password.
func (s *SecondFactors) SetPolicy(ctx context.Context, by Actor, requiresSecondFactor bool) (SignInPolicy, error) {
	policy := SignInPolicy{RequiresSecondFactor: requiresSecondFactor, UpdatedAt: s.Now()}
	if requiresSecondFactor {
		user, err := s.Users.Find(ctx, by.Organization, by.User)
		if err != nil {
			return SignInPolicy{}, err
		}
		if user.PasswordHash != "" && !user.HasSecondFactor {
			return SignInPolicy{}, fault.New(fault.Conflict, "you have no second factor yourself").
				WithHint("Set one up first in the web application: Account, Second factor.")
		}
	}
	return policy, s.Policies.Set(ctx, by, policy)
}

// SecondFactorRequired is the fault for a login of a program where the organization requires a second factor that the user does
// not have.
func SecondFactorRequired() error {
	return fault.New(fault.Forbidden, "your organization requires a second factor, and you have none").
		WithHint("Sign in to the web application and set one up: Account, Second factor. Then log in again.")
}
