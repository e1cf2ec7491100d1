package execute

import (
	"context"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/backoff"
)

// Time limits after the context has ended.
const (
	commitGrace   = 5 * time.Second  // for a commit in flight
	rollbackLimit = 10 * time.Second // to roll back
	probeLimit    = 15 * time.Second // to resolve the outcome of a commit
)

// cleanupContext returns a context for cleaning up. It continues after ctx has ended, up to a limit.
func cleanupContext(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), limit)
}

// graceContext returns a context that ends some time after ctx does. It does not abort a commit in flight at once, and
// has no limit while ctx continues.
func graceContext(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		_ = backoff.Sleep(lasting, grace) // cancel follows either way
		cancel()
	})
	return lasting, func() { stop(); cancel() }
}

// uncancelableContext ignores a cancel request and ends with the lease, for work that must be done also then. A context
// ends only once, so a later interruption arrives through lease, which may be nil.
func uncancelableContext(ctx, lease context.Context) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		if cause := context.Cause(ctx); !errors.Is(cause, ErrCancelRequested) {
			cancel(cause)
		}
	})
	release := func() bool { return true }
	if lease != nil {
		release = context.AfterFunc(lease, func() { cancel(context.Cause(lease)) })
	}
	return inner, func() { stop(); release(); cancel(nil) }
}
