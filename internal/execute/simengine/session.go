package simengine

import (
	"slices"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// session is the engine's side of a session.
type session struct {
	server      *Server
	label       engine.Label
	id          string
	isBusy      bool
	isOver      bool
	transaction *transaction
}

// transaction contains the uncommitted changes of a session.
type transaction struct {
	changes   []Change
	keys      map[Key]Row
	isAborted bool
	savepoint int // the number of changes at the savepoint
}

// begin starts a transaction. The caller locks the server, as for all methods here that do not say otherwise.
func (s *session) begin() error {
	if s.transaction != nil {
		return fault.New(fault.Internal, "there is a transaction already")
	}
	s.transaction = &transaction{keys: map[Key]Row{}}
	return nil
}

// commit makes the changes of the transaction visible.
func (s *session) commit() error {
	t := s.transaction
	if t == nil {
		return fault.New(fault.Internal, "there is no transaction")
	}
	s.transaction = nil
	defer s.server.announce()
	if t.isAborted {
		return fault.New(fault.Invalid, "the transaction is aborted")
	}
	s.server.apply(s.label, t)
	return nil
}

func (s *Server) apply(label engine.Label, t *transaction) {
	commit := Commit{Label: label, Changes: t.changes}
	for key, row := range t.keys {
		s.ledger[key] = row
		commit.Ledger = append(commit.Ledger, key)
	}
	for _, change := range t.changes {
		s.tables[change.Table] = change.apply(s.tables[change.Table])
	}
	s.commits = append(s.commits, commit)
	s.observer(commit)
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
		s.server.announce()
	}
}

// end ends the session.
func (s *session) end() {
	s.rollback()
	s.isOver = true
	delete(s.server.sessions, s)
}

// abandon ends a session whose client is gone, after a while. The caller does not lock the server.
func (s *session) abandon(after time.Duration) {
	if after <= 0 {
		s.server.mu.Lock()
		defer s.server.mu.Unlock()
		s.end()
		return
	}
	time.AfterFunc(after, func() { s.abandon(0) })
}

// lockOwner returns another session whose open transaction contains the key, or nil.
func (s *session) lockOwner(key Key) *session {
	for other := range s.server.sessions {
		if other != s && other.transaction != nil {
			if _, holds := other.transaction.keys[key]; holds {
				return other
			}
		}
	}
	return nil
}
