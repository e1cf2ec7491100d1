package ducklake

import (
	"context"
	"errors"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// lakeEngine is an open lake: sessions in a child process, and the control tables in the database of the catalog.
type lakeEngine struct {
	engine.Engine // of the child process

	control *control
}

// Fence ends the sessions of older epochs in this process, and makes the catalog reject the commits of those in others. It
// waits for commits that are in flight.
func (e *lakeEngine) Fence(ctx context.Context, label engine.Label) error {
	if err := e.Engine.Fence(ctx, label); err != nil {
		return err
	}
	return e.control.fence(ctx, label)
}

// Publications returns what a work has published.
func (e *lakeEngine) Publications(ctx context.Context, label engine.Label) (map[string]string, error) {
	return e.control.publications(ctx, label)
}

// FindPublication returns one publication. It waits for a commit that is in flight.
func (e *lakeEngine) FindPublication(ctx context.Context, label engine.Label, key string) (result string, isPublished bool, err error) {
	return e.control.find(ctx, label, key)
}

// ForgetPublications deletes what is recorded about works that have ended, and everything from before a time.
func (e *lakeEngine) ForgetPublications(ctx context.Context, ended []engine.Label, before time.Time) error {
	return e.control.forget(ctx, ended, before)
}

// Close ends the sessions and closes the connections to the catalog.
func (e *lakeEngine) Close() error { return errors.Join(e.Engine.Close(), e.control.close()) }

// abandon closes what is open after an error, which it returns.
func (e *lakeEngine) abandon(err error) error {
	if e.Engine != nil {
		_ = e.Engine.Close() // the error of the opening is the one that counts
	}
	_ = e.control.close() // as above
	return err
}
