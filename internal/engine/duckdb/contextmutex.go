package duckdb

import (
	"context"

	"github.com/millrace/millrace/internal/fault"
)

// contextMutex is a mutex that can be waited for with a context.
type contextMutex chan struct{}

// lock locks the mutex. It fails if the context ends first or has ended already, even if the mutex is free.
func (m contextMutex) lock(ctx context.Context) error {
	if ctx.Err() == nil {
		select {
		case m <- struct{}{}:
			return nil
		case <-ctx.Done():
		}
	}
	return canceledFault(ctx)
}

func (m contextMutex) unlock() { <-m }

// canceledFault returns the fault for a context that has ended.
func canceledFault(ctx context.Context) error {
	return fault.Wrap(ctx.Err(), fault.Canceled, "the work in DuckDB was canceled")
}
