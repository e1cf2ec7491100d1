package simengine

import (
	"slices"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// session is a session as the engine knows it.
type session struct {
	world       *Server
	label       engine.Label
	id          string
	isBusy      bool
	isOver      bool
	transaction *transaction
}

// transaction is what a session has done and not committed.
type transaction struct {
	changes   []Change
	keys      map[Key]Row
	isAborted bool
	savepoint int // how many changes there were
}

// begin starts a transaction. The lock is held, as in all methods here that do not say otherwise.
func (s *session) begin() error {
	if s.transaction != nil {
		return fault.New(fault.Internal, "there is a transaction already")
	}
	s.transaction = &transaction{keys: map[Key]Row{}}
	return nil
}

// commit makes what the transaction did visible.
func (s *session) commit() error {
	t := s.transaction
	if t == nil {
		return fault.New(fault.Internal, "there is no transaction")
	}
	s.transaction = nil
	defer s.world.announce()
	if t.isAborted {
		return fault.New(fault.Invalid, "the transaction is aborted")
	}
	s.world.apply(s.label, t)
	return nil
}

func (w *Server) apply(label engine.Label, t *transaction) {
	commit := Commit{Label: label, Changes: t.changes}
	for key, row := range t.keys {
		w.ledger[key] = row
		commit.Ledger = append(commit.Ledger, key)
	}
	for _, change := range t.changes {
		w.tables[change.Table] = change.apply(w.tables[change.Table])
	}
	w.commits = append(w.commits, commit)
	w.observer(commit)
}

func (c Change) apply(values []string) []string {
	if c.Replaces {
		return []string{c.Value}
	}
	return append(slices.Clone(values), c.Value)
}

func (s *session) rollback() {
	if s.transaction != nil {
		s.transaction = nil
		s.world.announce()
	}
}

// end takes the session away from its client.
func (s *session) end() {
	s.rollback()
	s.isOver = true
	delete(s.world.sessions, s)
}

// abandon is for a session whose client has gone: the engine notices after a while. The lock is not held.
func (s *session) abandon(after time.Duration) {
	if after <= 0 {
		s.world.mu.Lock()
		defer s.world.mu.Unlock()
		s.end()
		return
	}
	time.AfterFunc(after, func() { s.abandon(0) })
}

// holder is another session whose open transaction has a key.
func (s *session) holder(key Key) *session {
	for other := range s.world.sessions {
		if other != s && other.transaction != nil {
			if _, holds := other.transaction.keys[key]; holds {
				return other
			}
		}
	}
	return nil
}
