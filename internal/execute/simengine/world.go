package simengine

import (
	"slices"
	"strconv"
	"sync"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// Server is one engine with its tables.
type Server struct {
	dialect *dialect.Dialect

	mu       sync.Mutex
	changed  chan struct{} // closed and made anew when a transaction ends
	tables   map[string][]string
	ledger   map[Key]Row
	sessions map[*session]bool
	opened   int
	commits  []Commit
	observer func(Commit)

	// HasSavepoints is a capability. Without it a statement that fails aborts its transaction.
	HasSavepoints bool
	Mistakes      Mutations
}

// Mutations are made on purpose, by tests that see whether they are noticed.
type Mutations struct {
	ForgetFence  bool // sessions of earlier epochs stay
	ForgetLedger bool // nothing is remembered
	ForgetGuard  bool // the ledger takes rows from owners that were replaced
}

// Key is that of the ledger.
type Key struct{ Owner, Node string }

// Row is what the ledger keeps.
type Row struct {
	Epoch  int64
	Result string
}

// Commit is a transaction that took effect.
type Commit struct {
	Label   engine.Label
	Ledger  []Key
	Changes []Change
}

// Change is what a transaction did to a table.
type Change struct {
	Table, Value string
	Replaces     bool
}

// NewWorld makes an engine with nothing in it. The observer hears of every commit at the moment that it happens.
func NewWorld(observer func(Commit)) *Server {
	known, _ := dialect.Lookup("duckdb")
	if observer == nil {
		observer = func(Commit) {}
	}
	return &Server{
		dialect: known, changed: make(chan struct{}), tables: map[string][]string{}, ledger: map[Key]Row{},
		sessions: map[*session]bool{}, observer: observer,
	}
}

// Table gives the values of a table.
func (w *Server) Table(name string) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.tables[name])
}

// Commits gives everything that took effect, in order.
func (w *Server) Commits() []Commit {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.commits)
}

// Remembered is how many rows the ledger has.
func (w *Server) Remembered() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.ledger)
}

// Active is how many sessions with a label run a statement or hold a transaction open.
func (w *Server) Active(label engine.Label) (statements, transactions int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for s := range w.sessions {
		if s.label != label {
			continue
		}
		if s.isBusy {
			statements++
		}
		if s.transaction != nil {
			transactions++
		}
	}
	return statements, transactions
}

func (w *Server) open(label engine.Label) *session {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.opened++
	s := &session{world: w, label: label, id: strconv.Itoa(w.opened)}
	w.sessions[s] = true
	return s
}

// fence ends the sessions of earlier epochs.
func (w *Server) fence(label engine.Label) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.Mistakes.ForgetFence {
		return
	}
	for s := range w.sessions {
		if s.label.WorkID == label.WorkID && s.label.Epoch < label.Epoch {
			s.end()
		}
	}
}

// announce tells those who wait for a transaction that one has ended. The lock is held.
func (w *Server) announce() {
	close(w.changed)
	w.changed = make(chan struct{})
}
