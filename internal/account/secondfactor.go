package account

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// SecondFactor is the second step of a user's sign-in with a password: a secret from which an application of the user computes
// codes.
type SecondFactor struct {
	Organization ids.Organization
	User         ids.User
	SealedSecret string
	// IsActive is false until the user has entered a first code; until then the sign-in does not ask for one.
	IsActive  bool
	LastStep  int64 // the time step of the last accepted code; codes of this step and of earlier ones are rejected
	CreatedAt time.Time
	// RecoveryCodes is how many recovery codes the user has left.
	RecoveryCodes int
}

// SealContext binds the sealed secret to its user.
func (f *SecondFactor) SealContext() string {
	return "secondFactor/" + string(f.Organization) + "/" + string(f.User)
}

// NoSecondFactor is the fault for a user without a second factor.
func NoSecondFactor() error {
	return fault.New(fault.NotFound, "the user has no second factor").WithHint("Set one up in the web application: Account, Second factor.")
}

// ChallengeLifetime is how long a user may take for the code after the password.
const ChallengeLifetime = 5 * time.Minute

// ChallengePrefix is the prefix of the secret of a sign-in that waits for a code.
const ChallengePrefix = "mrf_"

// Challenge is a sign-in with a right password that waits for the code of the second factor. It is good for nothing else.
type Challenge struct {
	TicketHash   string
	Organization ids.Organization
	User         ids.User
	ExpiresAt    time.Time
}

// ChallengeUnknown is the fault for a second step without a valid first one.
func ChallengeUnknown() error {
	return fault.New(fault.Unauthenticated, "the sign-in has expired").
		WithHint("Enter your password again. The code must follow within %d minutes.", int(ChallengeLifetime.Minutes()))
}

// FactorProof is what a sign-in has shown of the second factor. Storing the sign-in uses it up.
type FactorProof struct {
	TicketHash string
	Step       int64  // of a time-based code; 0 for a recovery code
	CodeHash   string // of a recovery code
}

// CodeUsed is the fault for a code that was used before.
func CodeUsed() error {
	return fault.New(fault.Unauthenticated, "this code was used before").WithHint("Wait until your application shows the next code.")
}

// recoveryCodes is how many recovery codes a user gets.
const recoveryCodes = 10

// recoveryAlphabet has no characters that people confuse. A code of ten of its 32 characters has 50 bits.
const (
	recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz023456789"
	recoveryLength   = 10
)

// newRecoveryCodes returns codes, and the hashes to store.
func newRecoveryCodes(user ids.User, hasher SecretHasher) (codes, hashes []string) {
	for range recoveryCodes {
		raw := make([]byte, recoveryLength)
		_, _ = rand.Read(raw) // never fails
		for i := range raw {
			raw[i] = recoveryAlphabet[int(raw[i])%len(recoveryAlphabet)]
		}
		code := string(raw[:recoveryLength/2]) + "-" + string(raw[recoveryLength/2:])
		codes, hashes = append(codes, code), append(hashes, RecoveryHash(user, code, hasher))
	}
	return codes, hashes
}

// NormalizeCode returns a code without what people add: spaces, hyphens, capital letters.
func NormalizeCode(code string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, code))
}

// RecoveryHash returns the hash of a recovery code of a user as it is stored.
func RecoveryHash(user ids.User, code string, hasher SecretHasher) string {
	return hasher.HashToken("recovery code of " + string(user) + ": " + NormalizeCode(code))
}

// SecondFactorStore stores second factors and recovery codes.
type SecondFactorStore interface {
	// Find returns the factor of a user, active or not, or a NotFound fault.
	Find(ctx context.Context, organization ids.Organization, user ids.User) (SecondFactor, error)
	// HasRecoveryCode reports whether a user can use the recovery code with this hash.
	HasRecoveryCode(ctx context.Context, user ids.User, codeHash string) (bool, error)
	// Begin stores a factor of the actor that is not active yet. It returns a conflict if there is an active one.
	Begin(ctx context.Context, by Actor, factor SecondFactor) error
	// Activate makes the actor's factor active, revokes the actor's tokens and other sessions, and replaces the recovery codes.
	// It returns a conflict if the factor is not the one with this sealed secret.
	Activate(ctx context.Context, by Actor, activation FactorActivation) error
	// ReplaceRecoveryCodes replaces the recovery codes of the actor.
	ReplaceRecoveryCodes(ctx context.Context, by Actor, hashes []string) error
	// Remove deletes the factor of a user with its recovery codes, and revokes the user's tokens, and sessions except that of the
	// actor. If the organization requires a factor, the sessions that stay can only set one up.
	Remove(ctx context.Context, by Actor, user ids.User) error
}

// FactorActivation is the first code of a factor.
type FactorActivation struct {
	SealedSecret string // of the factor that the code was checked with
	Step         int64
	Hashes       []string // of the recovery codes
}
