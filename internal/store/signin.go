package store

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/audit"
	"github.com/millrace/millrace/internal/fault"
)

// SignIns stores sessions and counts failed logins.
type SignIns struct{ db *DB }

// SignIns returns the store of sign-ins.
func (db *DB) SignIns() *SignIns { return &SignIns{db} }

// Open stores the session and the token of a sign-in, if the user is still active with the password that was checked. It
// also deletes expired sessions, and the failures of the user in total and from the same network. The failures from other
// networks stay, because an attacker there must not get new guesses each time the user signs in.
func (s *SignIns) Open(ctx context.Context, signIn account.SignIn) error {
	by := account.Actor{Organization: signIn.Session.Organization, User: signIn.Session.User, Origin: signIn.Origin}
	return s.db.write(ctx, by, audit.On(audit.SignIn, audit.User, string(signIn.Session.User)), func(t *tx) error {
		user, err := findUser(ctx, t, signIn.Session.Organization, signIn.Session.User, t.dialect.forUpdate)
		if err != nil && !fault.Is(err, fault.NotFound) {
			return err
		}
		t.auditSignIn(user, signIn)
		if user.Status != account.UserActive || user.PasswordHash != signIn.PasswordHash {
			return fault.New(fault.Unauthenticated, "the account has just changed").WithHint("Sign in again.")
		}
		if err := t.useProof(ctx, user, signIn); err != nil {
			return err
		}
		if signIn.Token != nil {
			if err := insertToken(ctx, t, *signIn.Token, signIn.MaxTokens); err != nil {
				return err
			}
		}
		if err := insertSession(ctx, t, signIn.Session, signIn.MaxSessions); err != nil {
			return err
		}
		if err := trustNetwork(ctx, t, user, signIn.Network); err != nil {
			return err
		}
		_, err = t.ExecContext(ctx, `DELETE FROM login_failures WHERE login_key IN ($1, $2)`,
			user.LoginKey(), networkKey(user.LoginKey(), signIn.Network))
		return err
	})
}

// insertSession stores a session, and deletes expired ones and the oldest ones of a user who has too many.
func insertSession(ctx context.Context, t *tx, session account.Session, maxSessions int) error {
	_, err := t.ExecContext(ctx, `INSERT INTO sessions (`+sessionColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		session.ID, session.Organization, session.User, session.Hash, moment(session.CreatedAt), moment(session.ExpiresAt),
		moment(session.LastUsedAt), moment(session.ConfirmedAt), session.Client.Address, session.Client.UserAgent, session.MustChangePassword,
		session.IsExternal, session.MustSetSecondFactor)
	if err != nil {
		return err
	}
	if _, err := t.ExecContext(ctx, `DELETE FROM sessions WHERE expires_at < $1`, moment(t.now)); err != nil {
		return err
	}
	if maxSessions == 0 {
		return nil
	}
	const batch = 100 // each sign-in adds one
	_, err = t.ExecContext(ctx, `DELETE FROM sessions WHERE id IN
		(SELECT id FROM sessions WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3)`, session.User, batch, maxSessions)
	return err
}

// auditSignIn completes the entry of a sign-in.
func (t *tx) auditSignIn(user account.User, signIn account.SignIn) {
	t.audit.By.Email, t.audit.By.Credential, t.audit.Object.Name = user.Email, audit.ByPassword, user.Email
	switch {
	case signIn.Session.IsExternal:
		t.audit.By.Credential = audit.ByProvider
	case signIn.IsByLink:
		t.audit.By.Credential = audit.ByLink
	}
	fields := audit.Fields{{Name: "session", Value: signIn.Session.ID}}
	if signIn.Token != nil {
		fields = append(fields, audit.Field{Name: "tokenID", Value: signIn.Token.ID})
	}
	if signIn.Proof != nil {
		fields = append(fields, audit.Field{Name: "secondFactor", Value: proofKind(*signIn.Proof)})
	}
	t.auditChanges(nil, fields)
}

func proofKind(proof account.FactorProof) string {
	if proof.CodeHash != "" {
		return "recoveryCode"
	}
	return "code"
}

// Confirm stores that the user of the actor's session has just entered the password.
func (s *SignIns) Confirm(ctx context.Context, by account.Actor, at time.Time) error {
	return s.db.write(ctx, by, audit.On(audit.Confirm, audit.User, string(by.User)), func(t *tx) error {
		t.auditName(by.Email)
		_, err := t.ExecContext(ctx, `UPDATE sessions SET confirmed_at = $1 WHERE id = $2`, moment(at), by.Credential.Session)
		return err
	})
}

// Close ends the session of the actor. It does nothing if the session does not exist.
func (s *SignIns) Close(ctx context.Context, by account.Actor) error {
	server := by
	server.Credential = account.Credential{} // a session that was revoked meanwhile is no error
	return s.db.write(ctx, server, audit.On(audit.SignOut, audit.User, string(by.User)), func(t *tx) error {
		t.audit.By = audit.SubjectOf(by)
		t.auditName(by.Email)
		missing, err := affectedNone(t.ExecContext(ctx, `DELETE FROM sessions WHERE id = $1`, by.Credential.Session))
		if missing {
			t.unchanged()
		}
		return err
	})
}
