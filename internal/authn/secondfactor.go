package authn

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/totp"
)

// FactorFinder finds what codes are checked against.
type FactorFinder interface {
	Find(ctx context.Context, organization ids.Organization, user ids.User) (account.SecondFactor, error)
	HasRecoveryCode(ctx context.Context, user ids.User, codeHash string) (bool, error)
}

// PolicyFinder finds what an organization requires of sign-ins.
type PolicyFinder interface {
	Find(ctx context.Context, organization ids.Organization) (account.SignInPolicy, error)
}

// CodeRequiredError is the cause of the fault of a sign-in whose password was right and whose user has a second factor. The
// ticket is good for the second step only.
type CodeRequiredError struct {
	Ticket    string
	ExpiresAt time.Time
}

func (e CodeRequiredError) Error() string { return "the second step of the sign-in is missing" }

// challenge begins the second step of a sign-in.
func (l *Login) challenge(ctx context.Context, user account.User, attempt Attempt) error {
	ticket := account.NewSecret(account.ChallengePrefix)
	expires := l.Now().Add(account.ChallengeLifetime)
	err := l.SignIns.Challenge(ctx, account.Challenge{
		TicketHash: l.Hasher.HashToken(ticket), Organization: user.Organization, User: user.ID, ExpiresAt: expires,
	}, user.Email, attempt.Origin)
	if err != nil {
		return err
	}
	return fault.Wrap(CodeRequiredError{ticket, expires}, fault.Unauthenticated, "the sign-in needs a code of the second factor").
		WithHint("Send the code and error.secondFactor.ticket to the path of this request with /secondFactor, within %d minutes.",
			int(account.ChallengeLifetime.Minutes()))
}

// SecondStep is the input of the second step of a sign-in.
type SecondStep struct {
	Ticket string
	Code   string // of the application, or a recovery code
}

// FinishSignIn checks the code of a sign-in that began with SignIn, and creates a new access token and a new session.
func (l *Login) FinishSignIn(ctx context.Context, step SecondStep, attempt Attempt) (LoginResult, error) {
	user, proof, err := l.checkSecondStep(ctx, step, attempt)
	if err != nil {
		return LoginResult{}, err
	}
	return l.openWithToken(ctx, user, attempt, &proof)
}

// FinishSession checks the code of a sign-in that began with StartSession, and creates a new session for a browser.
func (l *Login) FinishSession(ctx context.Context, step SecondStep, attempt Attempt) (LoginResult, error) {
	user, proof, err := l.checkSecondStep(ctx, step, attempt)
	if err != nil {
		return LoginResult{}, err
	}
	return l.open(ctx, user, account.SignIn{
		Origin: attempt.Origin, Network: l.Hasher.HashToken(attempt.Network), Proof: &proof,
		Session: account.Session{Client: attempt.Client, MustChangePassword: user.MustChangePassword},
	}, l.Now())
}

// checkSecondStep returns the user of a ticket if the code is right. Wrong codes count as wrong passwords do, and are limited in the
// same way: the lockout is checked again while the attempt holds a slot, so that a burst of guesses cannot exceed it by more than the
// number of slots.
func (l *Login) checkSecondStep(ctx context.Context, step SecondStep, attempt Attempt) (user account.User, proof account.FactorProof, err error) {
	if !account.IsSecret(account.ChallengePrefix, step.Ticket) {
		return user, proof, account.ChallengeUnknown()
	}
	challenge, err := l.SignIns.FindChallenge(ctx, l.Hasher.HashToken(step.Ticket))
	if err != nil {
		return user, proof, err
	}
	if attempt.Organization != "" && attempt.Organization != challenge.Organization {
		return user, proof, account.ChallengeUnknown()
	}
	user, err = l.Users.Find(ctx, challenge.Organization, challenge.User)
	if fault.Is(err, fault.NotFound) {
		err = account.ChallengeUnknown()
	}
	if err != nil {
		return user, proof, err
	}
	proof, err = l.limitCodes(ctx, user, attempt, func() (account.FactorProof, string, error) { return l.checkCode(ctx, user, step.Code) })
	proof.TicketHash = challenge.TicketHash
	return user, proof, err
}

// limitCodes applies the limits of sign-ins around the check of a code, and counts a refusal.
func (l *Login) limitCodes(
	ctx context.Context, user account.User, attempt Attempt, check func() (account.FactorProof, string, error),
) (account.FactorProof, error) {
	attempt.Email = user.Email
	targets, network := candidatesOf([]account.User{user}, ""), l.Hasher.HashToken(attempt.Network)
	rank, returnAllowance, err := l.admit(ctx, attempt.Network, network, targets)
	if err != nil {
		return account.FactorProof{}, err
	}
	if _, err := l.unlocked(ctx, network, targets); err != nil {
		return account.FactorProof{}, l.recordLocked(ctx, attempt, targets, err)
	}
	release, err := l.Passwords.slots.acquire(ctx, rank)
	if err != nil {
		return account.FactorProof{}, err
	}
	defer release()
	if _, err := l.unlocked(ctx, network, targets); err != nil {
		return account.FactorProof{}, l.recordLocked(ctx, attempt, targets, err)
	}
	proof, reason, err := check()
	if reason != "" {
		failed := l.SignIns.Fail(ctx, targets[0].key, network, l.Now(), targets[0].refusal(attempt, reason))
		return account.FactorProof{}, cmp.Or(failed, err)
	}
	if err == nil {
		returnAllowance()
	}
	return proof, err
}

// checkCode returns the proof of a right code. For a wrong one it returns the reason for the audit log and the error of the response.
func (l *Login) checkCode(ctx context.Context, user account.User, code string) (proof account.FactorProof, reason string, err error) {
	code = account.NormalizeCode(code)
	if len(code) != totp.Digits {
		return l.checkRecoveryCode(ctx, user, code)
	}
	factor, err := l.Factors.Find(ctx, user.Organization, user.ID)
	if fault.Is(err, fault.NotFound) || err == nil && !factor.IsActive {
		return proof, "", account.ChallengeUnknown() // removed since the password
	}
	if err != nil {
		return proof, "", err
	}
	secret, err := l.Sealer.Open(factor.SealedSecret, factor.SealContext())
	if err != nil {
		return proof, "", fmt.Errorf("open the second factor of user %s: %w", user.ID, err)
	}
	step, isValid := totp.Check(secret, code, l.Now())
	if !isValid {
		return proof, "wrong code of the second factor", wrongCode()
	}
	if step <= factor.LastStep {
		return proof, "used code of the second factor", account.CodeUsed()
	}
	return account.FactorProof{Step: step}, "", nil
}

func (l *Login) checkRecoveryCode(ctx context.Context, user account.User, code string) (proof account.FactorProof, reason string, err error) {
	hash := account.RecoveryHash(user.ID, code, l.Hasher)
	has, err := l.Factors.HasRecoveryCode(ctx, user.ID, hash)
	if err != nil {
		return proof, "", err
	}
	if !has {
		return proof, "wrong or used recovery code", wrongCode()
	}
	return account.FactorProof{CodeHash: hash}, "", nil
}

func wrongCode() error {
	return fault.New(fault.Unauthenticated, "the code is wrong").
		WithHint("Enter the %d digits that your application shows now, or a recovery code that you have not used. An administrator can remove a lost second factor.",
			totp.Digits)
}

// requireFactor says whether a session of a user without a second factor is good for setting one up only, because the organization
// requires one.
func (l *Login) requireFactor(ctx context.Context, user account.User) (bool, error) {
	if user.HasSecondFactor {
		return false, nil
	}
	policy, err := l.Policies.Find(ctx, user.Organization)
	return policy.RequiresSecondFactor, err
}
