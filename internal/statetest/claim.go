package statetest

import (
	"context"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/store"
)

// ClaimOne claims one run. It returns nil if there is none.
func ClaimOne(ctx context.Context, db *store.DB, request run.ClaimRequest) (*run.ClaimedRun, error) {
	claimed, err := db.Leases().Claim(ctx, request)
	if len(claimed) == 0 {
		return nil, err
	}
	return claimed[0], err
}
