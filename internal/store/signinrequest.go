package store

import (
	"context"
	"database/sql"
	"errors"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
)

// SignInRequests stores the sign-ins that wait for the response of an identity provider.
type SignInRequests struct{ db *DB }

// SignInRequests returns the store of sign-in requests.
func (db *DB) SignInRequests() *SignInRequests { return &SignInRequests{db} }

const signInRequestColumns = `state_hash, organization_id, browser_hash, sealed, sealed_identity, expires_at`

func scanSignInRequest(scan scanner) (account.SignInRequest, error) {
	var request account.SignInRequest
	var expiresAt int64
	err := scan(&request.StateHash, &request.Organization, &request.BrowserHash, &request.Sealed, &request.SealedIdentity, &expiresAt)
	request.ExpiresAt = fromMoment(expiresAt)
	if errors.Is(err, sql.ErrNoRows) {
		return request, fault.New(fault.NotFound, "the sign-in has expired or was completed before").WithHint("Sign in again.")
	}
	return request, err
}

// Create stores a request, and deletes expired ones. No cache contains requests.
func (s *SignInRequests) Create(ctx context.Context, request account.SignInRequest) error {
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		if _, err := t.ExecContext(ctx, `DELETE FROM sign_in_requests WHERE expires_at < $1`, moment(t.now)); err != nil {
			return err
		}
		_, err := t.ExecContext(ctx, `INSERT INTO sign_in_requests (`+signInRequestColumns+`) VALUES ($1, $2, $3, $4, $5, $6)`,
			request.StateHash, request.Organization, request.BrowserHash, request.Sealed, request.SealedIdentity, moment(request.ExpiresAt))
		return err
	})
}

// Find returns a request that has not expired.
func (s *SignInRequests) Find(ctx context.Context, stateHash string) (account.SignInRequest, error) {
	found, err := scanSignInRequest(s.db.reader.QueryRowContext(ctx, `SELECT `+signInRequestColumns+` FROM sign_in_requests
		WHERE state_hash = $1 AND expires_at >= $2`, stateHash, moment(s.db.now())).Scan)
	return found, translate(err)
}

// Answer stores the identity of a request that has none.
func (s *SignInRequests) Answer(ctx context.Context, stateHash, sealedIdentity string) error {
	return s.db.system(ctx, func(t *tx) error {
		t.quiet = true
		missing, err := affectedNone(t.ExecContext(ctx, `UPDATE sign_in_requests SET sealed_identity = $1
			WHERE state_hash = $2 AND sealed_identity = '' AND expires_at >= $3`, sealedIdentity, stateHash, moment(t.now)))
		if missing {
			return fault.New(fault.NotFound, "the sign-in has expired or was completed before").WithHint("Sign in again.")
		}
		return err
	})
}

// Take deletes a request and returns it. Of two servers that take it at the same time one gets it.
func (s *SignInRequests) Take(ctx context.Context, stateHash string) (account.SignInRequest, error) {
	var taken account.SignInRequest
	err := s.db.system(ctx, func(t *tx) (err error) {
		t.quiet = true
		taken, err = scanSignInRequest(t.QueryRowContext(ctx, `DELETE FROM sign_in_requests
			WHERE state_hash = $1 AND expires_at >= $2 RETURNING `+signInRequestColumns, stateHash, moment(t.now)).Scan)
		return err
	})
	return taken, err
}
