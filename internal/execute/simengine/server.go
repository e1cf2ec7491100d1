package simengine

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
)

// Server is one simulated engine with its tables.
type Server struct {
	dialect *dialect.Dialect

	mu       sync.Mutex
	changed  chan struct{} // closed and replaced when a transaction ends
	tables   map[string][]string
	ledger   map[Key]Row
	sessions map[*session]bool
	opened   int
	commits  []Commit
	observer func(Commit)

	autocommit *autocommit // nil if the engine has transactions

	// HasSavepoints is a capability. Without it a failed statement aborts its transaction.
	HasSavepoints bool
	// RestartTime is a capability. With it the engine is a cluster whose runs wait for its return.
	RestartTime time.Duration
	Mutations   Mutations
}

// Mutations disable safeguards, for tests that check that the simulation detects it.
type Mutations struct {
	SkipFence      bool // sessions of earlier epochs stay
	SkipLedger     bool // the ledger records nothing
	SkipEpochCheck bool // the ledger accepts rows from replaced owners, and statements ignore marks
	SkipSnapshots  bool // publishing statements ignore that the table has changed
	HideVersions   bool // versions of tables have no markers and no ids of queries
}

// Key is the key of the ledger.
type Key struct{ Owner, Node string }

// Row is what the ledger stores.
type Row struct {
	Epoch  int64
	Result string
}

// Commit is a transaction that was committed.
type Commit struct {
	Label   engine.Label
	Ledger  []Key
	Changes []Change
}

// Change is one change of a table.
type Change struct {
	Table, Value string
	Replaces     bool
}

// NewServer returns an empty engine. It calls observer with each commit; nil observes nothing.
func NewServer(observer func(Commit)) *Server {
	known, _ := dialect.Lookup(enginekind.DuckDB)
	if observer == nil {
		observer = func(Commit) {}
	}
	return &Server{
		dialect: known, changed: make(chan struct{}), tables: map[string][]string{}, ledger: map[Key]Row{},
		sessions: map[*session]bool{}, observer: observer,
	}
}

// Table returns the values of a table.
func (s *Server) Table(name string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.autocommit != nil {
		rows, _ := s.autocommit.rowsOf(name)
		return rows
	}
	return slices.Clone(s.tables[name])
}

// Commits returns all commits, in order.
func (s *Server) Commits() []Commit {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.commits)
}

// LedgerSize returns the number of rows in the ledger.
func (s *Server) LedgerSize() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.ledger)
}

// Active counts the sessions with a label that run a statement or have an open transaction.
func (s *Server) Active(label engine.Label) (statements, transactions int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for open := range s.sessions {
		if open.label != label {
			continue
		}
		if open.isBusy {
			statements++
		}
		if open.transaction != nil {
			transactions++
		}
	}
	return statements, transactions
}

func (s *Server) open(label engine.Label) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opened++
	opened := &session{server: s, label: label, id: strconv.Itoa(s.opened)}
	s.sessions[opened] = true
	return opened
}

// fence ends the sessions of earlier epochs.
func (s *Server) fence(label engine.Label) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Mutations.SkipFence {
		return
	}
	if s.autocommit != nil {
		s.cancelEarlier(label)
		return
	}
	for open := range s.sessions {
		if open.label.WorkID == label.WorkID && open.label.Epoch < label.Epoch {
			open.end()
		}
	}
}

// announce wakes the sessions that wait for a transaction to end. The caller locks the server.
func (s *Server) announce() {
	close(s.changed)
	s.changed = make(chan struct{})
}
