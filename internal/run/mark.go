package run

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
)

// Mark gives the mark of the newest change of an organisation, for those who want to hear of what comes after it.
func (s *Runs) Mark(ctx context.Context, organization ids.Organization) (int64, error) {
	return s.store.Mark(ctx, organization)
}
