package duckdbprocess

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
)

// opening is a session that is being opened. It may wait for databases that other sessions use. A fence of its work waits
// for it, and it ends when the server process needs the session no longer.
type opening struct {
	engine uint64
	label  engine.Label
	ctx    context.Context //nolint:containedctx // ends with the interest of the server process
	cancel context.CancelCauseFunc
	done   chan struct{} // closed when the session is open or could not be opened
}

var errFenced = errors.New("another worker has taken over")

// openSession starts to open a session. The message names the engine and the label.
func (s *server) openSession(r request, message *decoder) error {
	o := &opening{engine: message.number(), label: message.label(), done: make(chan struct{})}
	if message.err != nil {
		return message.err
	}
	o.ctx, o.cancel = context.WithCancelCause(s.life)
	s.mu.Lock()
	s.opening[r.target] = o
	s.mu.Unlock()
	s.session(r.target).add(task{r, message, o.ctx})
	return nil
}

func (s *server) openingSession(number uint64) *opening {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.opening[number]
}

// openingOf returns the sessions of a work that are being opened.
func (s *server) openingOf(label engine.Label) []*opening {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []*opening
	for _, o := range s.opening {
		if o.label.WorkID == label.WorkID {
			found = append(found, o)
		}
	}
	return found
}

// isOpen tells fences that a session is open or could not be opened.
func (s *server) isOpen(number uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.opening[number]
	delete(s.opening, number)
	o.cancel(nil)
	close(o.done)
}

// stopOpening stops the opening of a session when a call that waits for it is canceled, or when the session is closed.
func (s *server) stopOpening(call context.Context, r request) {
	o := s.openingSession(r.target)
	switch {
	case o == nil:
	case r.operation == opCloseSession:
		o.cancel(nil)
	case r.call != 0:
		context.AfterFunc(call, func() { o.cancel(nil) })
	}
}
