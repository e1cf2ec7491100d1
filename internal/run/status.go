package run

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// Store keeps runs.
type Store interface {
	// Insert stores a run under the next number of its organisation and gives it back complete.
	Insert(ctx context.Context, by account.Actor, run Run) (Run, error)
	// Find gives a run that can be seen.
	Find(ctx context.Context, sees account.Visibility, id ids.Run) (Run, error)
	// Newest gives the newest run that can be seen; false when there is none.
	Newest(ctx context.Context, sees account.Visibility) (Run, bool, error)
	// Load counts the runs that can be seen and that are not over.
	Load(ctx context.Context, sees account.Visibility) (Load, error)
}

// Load is how busy the scheduler is.
type Load struct {
	WaitingToRun int
	Running      int
}

// Runs is the service for runs.
type Runs struct {
	store Store
}

// NewRuns makes the service.
func NewRuns(store Store) *Runs { return &Runs{store: store} }

// Get gives a run.
func (s *Runs) Get(ctx context.Context, sees account.Visibility, id ids.Run) (Run, error) {
	return s.store.Find(ctx, sees, id)
}

// Overview is the newest run, if any, and the scheduler's load.
type Overview struct {
	Newest *Run // nil when there is none
	Load   Load
}

// Overview gives the newest run that the actor can see and how busy the scheduler is.
func (s *Runs) Overview(ctx context.Context, sees account.Visibility) (Overview, error) {
	newest, found, err := s.store.Newest(ctx, sees)
	if err != nil {
		return Overview{}, err
	}
	load, err := s.store.Load(ctx, sees)
	if err != nil {
		return Overview{}, err
	}
	overview := Overview{Load: load}
	if found {
		overview.Newest = &newest
	}
	return overview, nil
}
