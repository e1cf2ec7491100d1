package store_test

import (
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/account"
)

// TestSignInLocksTheUserFirst: a change of a user locks the user and then the organization. A sign-in through a provider that
// waits for the user must not hold the organization, or both would wait for each other.
func TestSignInLocksTheUserFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t, testDatabases()["PostgreSQL"](t))
	commit := f.holdLock(t, `SELECT id FROM users WHERE organization_id = $1 FOR UPDATE`, f.organization)
	var failed error
	var signingIn sync.WaitGroup
	t.Cleanup(signingIn.Wait)
	signingIn.Go(func() {
		identity := account.ExternalIdentity{Issuer: "https://login.example.com", Subject: "1", Email: "admin@example.com", IsEmailVerified: true}
		_, failed = f.ExternalIdentities().SignIn(t.Context(), account.Actor{Organization: f.organization}, identity,
			func(match account.IdentityMatch) (account.IdentityDecision, error) {
				return account.IdentityDecision{User: *match.ByEmail}, nil
			})
	})
	waitUntilBlocked(t, f.raw)
	_, err := f.raw.ExecContext(t.Context(), `SELECT id FROM organizations WHERE id = $1 FOR UPDATE NOWAIT`, f.organization)
	commit()
	noError(t, err)
	signingIn.Wait()
	noError(t, failed)
}
