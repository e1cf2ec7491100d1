package duckdbprocess

import (
	"context"
	"sync"

	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// supervisor runs the child of one folder while the folder has users.
type supervisor struct {
	command  Command
	limits   processLimits
	folder   string
	suspects *suspects
	gate     gate

	mutex   chan struct{} // a mutex that a context can leave; guards the rest
	users   int
	current *child // nil before the first call
}

func newSupervisor(command Command, limits processLimits, folder string) *supervisor {
	return &supervisor{command: command, limits: limits, folder: folder, suspects: newSuspects(), mutex: make(chan struct{}, 1)}
}

func (s *supervisor) lock(ctx context.Context) error {
	select {
	case s.mutex <- struct{}{}:
		return nil
	case <-ctx.Done():
		return canceled(ctx)
	}
}

func (s *supervisor) unlock() { <-s.mutex }

func canceled(ctx context.Context) error {
	return fault.Wrap(ctx.Err(), fault.Canceled, "the statement was canceled")
}

// join adds a user of the folder.
func (s *supervisor) join() {
	_ = s.lock(context.Background())
	defer s.unlock()
	s.users++
}

// leave removes a user. The last one ends the child.
func (s *supervisor) leave() {
	_ = s.lock(context.Background())
	defer s.unlock()
	s.users--
	if s.users == 0 {
		s.endLocked()
	}
}

// running returns the child, and starts it if it does not run. A new child starts when the old one has ended, because
// only one process can open a database file.
func (s *supervisor) running(ctx context.Context) (*child, error) {
	if err := s.lock(ctx); err != nil {
		return nil, err
	}
	defer s.unlock()
	if s.current != nil && s.current.isRunning() {
		return s.current, nil
	}
	if s.current != nil {
		<-s.current.gone
		s.current = nil
		if err := duckdb.RemoveSpill(s.folder); err != nil {
			return nil, fault.Wrap(err, fault.Unavailable, "cannot remove the temporary files of the duckdb connection").
				WithHint("Check that the server's user can write to the folder of the connection.")
		}
	}
	started, err := startChild(s.command, s.limits, s.suspects.add)
	if err != nil {
		return nil, err
	}
	s.current = started
	return started, nil
}

// maxSuspects limits the stored statements. Above it the older ones are forgotten.
const maxSuspects = 1000

// suspects are statements that were running when a child was killed because of its memory. They run one at a time, so
// that the next kill shows which one it was.
type suspects struct {
	alone chan struct{} // a mutex that a context can leave

	mu         sync.Mutex
	statements map[string]bool
}

func newSuspects() *suspects {
	return &suspects{alone: make(chan struct{}, 1), statements: map[string]bool{}}
}

// add remembers statements if no single one can be blamed.
func (s *suspects) add(running []*call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(running) < 2 {
		return
	}
	if len(s.statements)+len(running) > maxSuspects {
		clear(s.statements)
	}
	for _, c := range running {
		if c.blamed == nil {
			s.statements[c.statement] = true
		}
	}
}

// enter waits until the statement may run. It reports whether the statement is a suspect; leave must be called when it
// ends.
func (s *suspects) enter(ctx context.Context, statement string) (isSuspect bool, leave func(succeeded bool), err error) {
	s.mu.Lock()
	isSuspect = s.statements[statement]
	s.mu.Unlock()
	if !isSuspect {
		return false, func(bool) {}, nil
	}
	select {
	case s.alone <- struct{}{}:
	case <-ctx.Done():
		return false, nil, canceled(ctx)
	}
	return true, func(succeeded bool) {
		<-s.alone
		if succeeded {
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.statements, statement)
		}
	}, nil
}
