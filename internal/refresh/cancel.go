package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// CancelIn cancels the active runs of an environment or workspace. It is Invalid if there are none.
func (s *Service) CancelIn(ctx context.Context, by account.Actor, target ids.Environment) error {
	active, err := s.store.Active(ctx, by.Organization, target)
	if err != nil {
		return err
	}
	stopped := 0
	for i := range active {
		err := s.Cancel(ctx, by, active[i].ID)
		if err != nil && !fault.Is(err, fault.Invalid) { // Invalid: the run has just ended
			return err
		}
		if err == nil {
			stopped++
		}
	}
	if stopped == 0 {
		return fault.New(fault.Invalid, "nothing is running in %d", target).
			WithHint("GET /api/v1/runs?environmentID=%d lists its runs.", target)
	}
	return nil
}
