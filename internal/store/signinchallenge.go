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

// Challenge stores that the password of a sign-in was right and that its code is missing, and deletes expired challenges. The entry in
// the audit log shows that somebody knows the password, also if no code follows.
func (s *SignIns) Challenge(ctx context.Context, challenge account.Challenge, email string, origin account.Origin) error {
	by := account.Actor{Organization: challenge.Organization, User: challenge.User, Email: email, Origin: origin}
	return s.db.write(ctx, by, audit.On(audit.BeginSignIn, audit.User, string(challenge.User)), func(t *tx) error {
		t.quiet = true
		t.audit.By.Credential = audit.ByPassword
		t.auditName(email)
		if _, err := t.ExecContext(ctx, `DELETE FROM sign_in_challenges WHERE expires_at < $1`, moment(t.now)); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `INSERT INTO sign_in_challenges (ticket_hash, organization_id, user_id, expires_at) VALUES ($1, $2, $3, $4)`,
			challenge.TicketHash, challenge.Organization, challenge.User, moment(challenge.ExpiresAt))
		return err
	})
}

// FindChallenge returns a challenge that has not expired.
func (s *SignIns) FindChallenge(ctx context.Context, ticketHash string) (account.Challenge, error) {
	found := account.Challenge{TicketHash: ticketHash}
	var expiresAt int64
	err := s.db.reader.QueryRowContext(ctx, `SELECT organization_id, user_id, expires_at FROM sign_in_challenges
		WHERE ticket_hash = $1 AND expires_at > $2`, ticketHash, moment(s.db.now())).Scan(&found.Organization, &found.User, &expiresAt)
	if errors.Is(err, sql.ErrNoRows) {
		return account.Challenge{}, account.ChallengeUnknown()
	}
	found.ExpiresAt = fromMoment(expiresAt)
	return found, translate(err)
}

// useProof uses up what a sign-in has shown of the second factor. Of two sign-ins with one code one succeeds. The user is locked.
func (t *tx) useProof(ctx context.Context, user account.User, signIn account.SignIn) error {
	proof := signIn.Proof
	if proof == nil {
		if user.HasSecondFactor && !signIn.Session.IsExternal {
			return fault.New(fault.Unauthenticated, "the account has just changed").WithHint("Sign in again.")
		}
		return nil
	}
	missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM sign_in_challenges WHERE ticket_hash = $1 AND user_id = $2`, proof.TicketHash, user.ID))
	if missing {
		return account.ChallengeUnknown()
	}
	if err != nil {
		return err
	}
	if proof.CodeHash != "" {
		missing, err = affectedNone(t.ExecContext(ctx, `DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2`, user.ID, proof.CodeHash))
	} else {
		missing, err = affectedNone(t.ExecContext(ctx, `UPDATE second_factors SET last_step = $1
			WHERE user_id = $2 AND is_active AND last_step < $1`, proof.Step, user.ID))
	}
	if missing {
		return account.CodeUsed()
	}
	return err
}

func deleteChallenges(ctx context.Context, t *tx, user ids.User) error {
	_, err := t.ExecContext(ctx, `DELETE FROM sign_in_challenges WHERE user_id = $1`, user)
	return err
}
