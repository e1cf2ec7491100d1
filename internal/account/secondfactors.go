package account

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/totp"
)

// Sealer encrypts values for one context.
type Sealer interface {
	Seal(plain []byte, context string) (string, error)
	Open(sealed, context string) ([]byte, error)
}

// SecondFactorOptions configures SecondFactors.
type SecondFactorOptions struct {
	Store         SecondFactorStore
	Users         UserStore
	Organizations OrganizationStore
	Policies      SignInPolicyStore
	Sealer        Sealer
	Hasher        SecretHasher
	Now           func() time.Time
}

// SecondFactors is the service for the second factors of users. Except for the first code, the callers of its changes have checked
// the actor's password: otherwise a stolen token or an unattended browser could turn the factor off.
type SecondFactors struct{ SecondFactorOptions }

// NewSecondFactors creates the service.
func NewSecondFactors(options SecondFactorOptions) *SecondFactors { return &SecondFactors{options} }

// FactorState is what a user sees of the own second factor.
type FactorState struct {
	SecondFactor

	IsRequired bool // by the organization
}

// Get returns the state of the actor's factor. A factor that is not active counts as none.
func (s *SecondFactors) Get(ctx context.Context, by Actor) (FactorState, error) {
	policy, err := s.Policies.Find(ctx, by.Organization)
	if err != nil {
		return FactorState{}, err
	}
	state := FactorState{IsRequired: policy.RequiresSecondFactor}
	found, err := s.Store.Find(ctx, by.Organization, by.User)
	if err == nil && found.IsActive {
		state.SecondFactor = found
	}
	if fault.Is(err, fault.NotFound) {
		err = nil
	}
	return state, err
}

// FactorSetup is what an application of the user needs to compute codes. It is shown once.
type FactorSetup struct {
	Secret string // as people type it
	URI    string // as a QR code contains it
}

// setupLifetime is how long a user may take between the QR code and the first code.
const setupLifetime = 15 * time.Minute

// RequirePassword rejects an actor who cannot sign in with a password.
func (s *SecondFactors) RequirePassword(ctx context.Context, by Actor) error {
	user, err := s.Users.Find(ctx, by.Organization, by.User)
	if err == nil && user.PasswordHash == "" {
		err = fault.New(fault.Conflict, "you do not sign in with a password, so there is no second factor").
			WithHint("Set up a second factor at the identity provider that signs you in.")
	}
	return err
}

// Begin creates a secret for the actor. The sign-in asks for no code before Activate.
func (s *SecondFactors) Begin(ctx context.Context, by Actor) (FactorSetup, error) {
	organization, err := s.Organizations.Find(ctx, by.Organization)
	if err != nil {
		return FactorSetup{}, err
	}
	secret := totp.NewSecret()
	factor := SecondFactor{Organization: by.Organization, User: by.User, CreatedAt: s.Now()}
	if factor.SealedSecret, err = s.Sealer.Seal(secret, factor.SealContext()); err != nil {
		return FactorSetup{}, err
	}
	setup := FactorSetup{Secret: totp.Encode(secret), URI: totp.URI(secret, "Millrace "+organization.Name, by.Email)}
	return setup, s.Store.Begin(ctx, by, factor)
}

// Activate makes the factor of Begin active, if the code is right. It returns the recovery codes, which are shown once.
func (s *SecondFactors) Activate(ctx context.Context, by Actor, code string) ([]string, error) {
	now := s.Now()
	factor, err := s.Store.Find(ctx, by.Organization, by.User)
	if err != nil {
		return nil, err
	}
	if factor.IsActive || now.Sub(factor.CreatedAt) > setupLifetime {
		return nil, fault.New(fault.Conflict, "no second factor waits for its first code").WithHint("Begin with POST /api/v1/auth/secondFactor.")
	}
	secret, err := s.Sealer.Open(factor.SealedSecret, factor.SealContext())
	if err != nil {
		return nil, err
	}
	step, isValid := totp.Check(secret, NormalizeCode(code), now)
	if !isValid {
		return nil, fault.New(fault.Invalid, "the code is wrong").
			WithHint("Enter the %d digits that your application shows now. If they are right, check the clock of the device.", totp.Digits)
	}
	codes, hashes := newRecoveryCodes(by.User, s.Hasher)
	return codes, s.Store.Activate(ctx, by, FactorActivation{SealedSecret: factor.SealedSecret, Step: step, Hashes: hashes})
}

// NewRecoveryCodes replaces the actor's recovery codes and returns the new ones, which are shown once.
func (s *SecondFactors) NewRecoveryCodes(ctx context.Context, by Actor) ([]string, error) {
	codes, hashes := newRecoveryCodes(by.User, s.Hasher)
	return codes, s.Store.ReplaceRecoveryCodes(ctx, by, hashes)
}

// Remove removes the actor's factor.
func (s *SecondFactors) Remove(ctx context.Context, by Actor) error {
	return s.Store.Remove(ctx, by, by.User)
}

// RemoveOf removes the factor of a user who has lost it. The caller has checked the permission.
func (s *SecondFactors) RemoveOf(ctx context.Context, by Actor, user ids.User) error {
	if user == by.User {
		return fault.New(fault.Conflict, "this removes the second factor of another user").
			WithHint("Remove your own with your password, on your account page or with POST /api/v1/auth/secondFactor/removal.")
	}
	if err := by.RequireConfirmation(s.Now()); err != nil {
		return err
	}
	return s.Store.Remove(ctx, by, user)
}
