package duckdb

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

// contextMutex is a lock that can be waited for with a context.
type contextMutex chan struct{}

// take waits for the turn. A context that has ended gets none, also when it would be free.
func (t contextMutex) take(ctx context.Context) error {
	if ctx.Err() == nil {
		select {
		case t <- struct{}{}:
			return nil
		case <-ctx.Done():
		}
	}
	return canceledFault(ctx)
}

func (t contextMutex) give() { <-t }

// canceledFault is the fault for a context that has ended.
func canceledFault(ctx context.Context) error {
	return fault.Wrap(ctx.Err(), fault.Canceled, "the work in DuckDB was given up")
}
