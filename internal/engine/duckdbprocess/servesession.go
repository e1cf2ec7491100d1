package duckdbprocess

import (
	"context"
	"errors"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// maxTasks is how many messages of a session can wait. The server process sends at most three before it waits.
const maxTasks = 16

// task is a message of a session.
type task struct {
	request request
	message *decoder
	ctx     context.Context //nolint:containedctx // of the call
}

// servedSession runs the calls of one session in their order.
type servedSession struct {
	server *server
	tasks  chan task

	session engine.Session // nil before it is open
	failed  error          // of a call without a response; the next call reports it
}

// session returns the session with a number.
func (s *server) session(number uint64) *servedSession {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.sessions[number]
	if !ok {
		found = &servedSession{server: s, tasks: make(chan task, maxTasks)}
		s.sessions[number] = found
		go found.work()
	}
	return found
}

func (s *servedSession) add(t task) { s.tasks <- t }

// work runs the calls until the session closes.
func (s *servedSession) work() {
	for t := range s.tasks {
		done := s.handle(t)
		if t.request.call == 0 && done.err != nil && s.failed == nil {
			s.failed = done.err
		}
		if t.request.operation == opCloseSession {
			s.server.mu.Lock()
			delete(s.server.sessions, t.request.target)
			s.server.mu.Unlock()
			s.server.reply(t.request.call, done)
			return
		}
		s.server.reply(t.request.call, done)
	}
}

func (s *servedSession) handle(t task) result {
	switch t.request.operation {
	case opSession:
		err := s.open(t.request.target)
		s.server.isOpen(t.request.target)
		return result{err: err}
	case opCloseSession:
		if s.session == nil {
			return result{}
		}
		return result{err: s.session.Close()}
	case opRollback:
		s.failed = nil // the transaction that failed ends
		if s.session == nil {
			return result{}
		}
		return result{err: s.session.Rollback(t.ctx)}
	default: // needs an open session
	}
	isCanceled := fault.Is(s.failed, fault.Canceled) && t.ctx.Err() == nil // an earlier call was
	if s.failed != nil && !isCanceled {
		return result{err: s.failed}
	}
	if s.session == nil || isCanceled {
		return result{err: fault.New(fault.Unavailable, "the DuckDB session has ended").WithHint("Open another session.")}
	}
	return s.ofSession(t)
}

// ofSession handles the calls of an open session.
func (s *servedSession) ofSession(t task) result {
	switch t.request.operation {
	case opBegin:
		return result{err: s.session.Begin(t.ctx)}
	case opCommit:
		return result{err: s.session.Commit(t.ctx)}
	case opRecord:
		return result{err: s.record(t)}
	case opExec:
		counts, err := s.session.Exec(t.ctx, t.message.text())
		return result{err, func(e *encoder) { e.counts(counts) }}
	case opQuery:
		query, limit := t.message.text(), int(t.message.integer())
		rows, err := s.session.Query(t.ctx, query, limit)
		return result{err, func(e *encoder) { e.rows(rows) }}
	default:
		return result{err: fault.Wrap(errMalformed, fault.Internal, "an unknown operation")}
	}
}

// record adds a publication to the transaction.
func (s *servedSession) record(t task) error {
	key, text := t.message.text(), t.message.text()
	recorder, ok := s.session.(engine.PublicationRecorder)
	if !ok {
		return fault.Wrap(errMalformed, fault.Internal, "the session records no publications")
	}
	return recorder.RecordPublication(t.ctx, key, text)
}

// open opens the session.
func (s *servedSession) open(number uint64) error {
	o := s.server.openingSession(number)
	opened, err := s.server.engine(o.engine)
	if err != nil {
		return err
	}
	s.session, err = opened.Session(o.ctx, o.label)
	if err == nil {
		return nil
	}
	s.session = nil
	if cause := context.Cause(o.ctx); errors.Is(cause, errFenced) {
		return fault.Wrap(cause, fault.Unavailable, "the DuckDB session has ended").WithHint("Open another session.")
	}
	return err
}
