package trino

import (
	"context"
	"sync"

	"github.com/millrace/millrace/internal/engine"
)

// session is a label for statements. The server does not know it.
type session struct {
	server *server
	source string

	mu     sync.Mutex // locked during a call
	gone   error      // why it is unusable; nil while it is usable
	report func(queryID string)
	follow func(engine.Progress)
}

// Session returns a session. It sends nothing.
func (s *server) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	_, done, err := s.enter(ctx)
	if err != nil {
		return nil, err
	}
	done()
	return &session{server: s, source: sourceOf(s.settings.source, label)}, nil
}

// ID returns the source of the session's queries.
func (s *session) ID() string { return s.source }

// Close makes the session unusable.
func (s *session) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone == nil {
		s.gone = s.server.unavailable("the session was closed")
	}
	return nil
}

// OnQueryID sets the function that gets the id of each statement. The server runs the statement after the function has
// returned.
func (s *session) OnQueryID(report func(queryID string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.report = report
}

// OnProgress sets the function that gets the server's figures with each of its answers, about once a second.
func (s *session) OnProgress(follow func(engine.Progress)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.follow = follow
}

// run runs a statement of the session.
func (s *session) run(ctx context.Context, r request) (*answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gone != nil {
		return nil, s.gone
	}
	r.source, r.started, r.progress = s.source, s.report, s.follow
	return s.server.exchange(ctx, r)
}
