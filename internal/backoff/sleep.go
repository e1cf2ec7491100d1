package backoff

import (
	"context"
	"time"
)

// Sleep waits for a duration. It returns the context's error if the context ends first or has ended already, and nil
// otherwise. It does not wait if the duration is zero or negative.
func Sleep(ctx context.Context, wait time.Duration) error {
	if wait <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}
