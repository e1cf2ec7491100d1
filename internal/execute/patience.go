package execute

import (
	"context"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/backoff"
)

// How long things may take after the context has ended.
const (
	commitGrace   = 5 * time.Second  // for a commit that was on its way
	rollbackLimit = 10 * time.Second // to roll back
	doubtLimit    = 15 * time.Second // to find out what became of a commit
)

// cleanupContext is a context for cleaning up: it goes on when ctx has ended, but not for ever.
func cleanupContext(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), limit)
}

// graceContext is a context that ends some time after ctx does. A commit on its way is not torn apart that way, and may
// take as long as it needs while nobody wants it to stop.
func graceContext(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		_ = backoff.Sleep(lasting, grace) // both ends of the wait lead to the same
		cancel()
	})
	return lasting, func() { stop(); cancel() }
}

// uncancelableContext is a context that does not hear of a cancel request, for what has to be done also then. A context ends but once, so
// whoever may end the work after such a request does it by way of held, which may be nil.
func uncancelableContext(ctx, held context.Context) (context.Context, context.CancelFunc) {
	inner, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() {
		if cause := context.Cause(ctx); !errors.Is(cause, ErrCancelRequested) {
			cancel(cause)
		}
	})
	release := func() bool { return true }
	if held != nil {
		release = context.AfterFunc(held, func() { cancel(context.Cause(held)) })
	}
	return inner, func() { stop(); release(); cancel(nil) }
}
