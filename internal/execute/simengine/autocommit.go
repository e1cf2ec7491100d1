package simengine

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// NewServerWithoutTransactions returns an engine in which every statement is its own transaction. A statement goes on when its
// client is gone, and it may take effect after it was canceled. The engine promises what engine.VersionReader requires.
func NewServerWithoutTransactions(observer func(Commit)) *Server {
	s := NewServer(observer)
	s.dialect, _ = dialect.Lookup(enginekind.Trino)
	s.autocommit = &autocommit{relations: map[string]*relation{}, marks: map[string]int64{}, running: map[*query]bool{}}
	return s
}

// autocommit is the state of an engine without transactions. The server's mutex guards it.
type autocommit struct {
	relations map[string]*relation
	marks     map[string]int64 // the highest epoch by owner
	running   map[*query]bool
	queries   int
	snapshots int
}

// relation is a table, or the view of two tables.
type relation struct {
	rows     []string
	snapshot string
	marker   string
	queryIDs []string // newest first
	view     []string // the tables; none for a table
}

// query is a statement that the engine works on.
type query struct {
	id        string
	label     engine.Label
	statement parsed
	text      string
	rejected  error // the guard did not hold when it started
	// isCommitting is true if it takes effect even if it is canceled now.
	isCommitting bool
	isCanceled   bool
}

// CreateTable creates an empty table of an engine without transactions.
func (s *Server) CreateTable(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.autocommit.put(name, nil, "")
}

// put replaces the rows of a table, in a new snapshot.
func (a *autocommit) put(name string, rows []string, queryID string) *relation {
	r := a.relations[name]
	if r == nil {
		r = &relation{}
		a.relations[name] = r
	}
	a.snapshots++
	r.rows, r.snapshot, r.queryIDs = rows, strconv.Itoa(a.snapshots), append([]string{queryID}, r.queryIDs...)
	return r
}

// Relations returns the names of all tables and views.
func (s *Server) Relations() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for name := range s.autocommit.relations {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// start accepts a statement. Its guard is evaluated now, and it takes effect later.
func (s *Server) start(label engine.Label, text string, isCommitting bool) *query {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.autocommit
	a.queries++
	q := &query{id: "q" + strconv.Itoa(a.queries), label: label, text: text, statement: parse(text), isCommitting: isCommitting}
	if p := &q.statement; p.isGuarded {
		switch target := a.relations[p.table]; {
		case !s.Mutations.SkipEpochCheck && a.marks[p.owner] > p.epoch:
			q.rejected = fault.New(fault.Invalid, "%s", dialect.ErrorRunReplaced)
		case p.isNew && target != nil:
			q.rejected = exists(p.table)
		case s.Mutations.SkipSnapshots, p.isNew:
		case target == nil || target.snapshot != p.snapshot:
			q.rejected = fault.New(fault.Invalid, "%s", dialect.ErrorTableMoved)
		}
	}
	a.running[q] = true
	return q
}

// finish lets a statement take effect.
func (s *Server) finish(q *query) (engine.Counts, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.autocommit.running, q)
	switch {
	case q.isCanceled:
		return engine.Counts{}, canceled()
	case q.rejected != nil:
		return engine.Counts{}, q.rejected
	}
	return s.effect(q)
}

// cancel stops a statement, unless it is being committed.
func (s *Server) cancel(q *query) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q.isCanceled = !q.isCommitting
}

// cancelEarlier cancels the statements of earlier epochs.
func (s *Server) cancelEarlier(label engine.Label) {
	for q := range s.autocommit.running {
		if q.label.WorkID == label.WorkID && q.label.Epoch < label.Epoch {
			q.isCanceled = !q.isCommitting
		}
	}
}

// Versions returns the versions of tables.
func (c *Client) Versions(ctx context.Context, tables []engine.Table) (map[engine.Table]engine.TableVersion, error) {
	found := map[engine.Table]engine.TableVersion{}
	err := c.send(ctx, Call{Operation: "versions"}, func() {
		c.server.mu.Lock()
		defer c.server.mu.Unlock()
		for _, table := range tables {
			r := c.server.autocommit.relations[table.Schema.Name+"."+table.Name]
			if r == nil || len(r.view) > 0 {
				continue
			}
			version := engine.TableVersion{Snapshot: r.snapshot, Marker: r.marker, QueryIDs: slices.Clone(r.queryIDs)}
			if c.server.Mutations.HideVersions {
				version.Marker, version.QueryIDs = "", nil
			}
			found[table] = version
		}
	})
	return found, err
}

// catalog returns the tables and views of schemas.
func (s *Server) catalog(schemas []engine.Schema) map[engine.Schema][]engine.Relation {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := map[engine.Schema][]engine.Relation{}
	for _, schema := range schemas {
		for name, r := range s.autocommit.relations {
			if own, isThere := strings.CutPrefix(name, schema.Name+"."); isThere {
				found[schema] = append(found[schema], engine.Relation{
					Name: own, IsView: len(r.view) > 0, Columns: []engine.Column{{Name: "V", Type: "VARCHAR"}},
				})
			}
		}
	}
	return found
}

// OnQueryID sets the function that is called with the id of a statement.
func (h *handle) OnQueryID(report func(queryID string)) { h.report = report }

// execAutocommit runs a statement of an engine without transactions.
func (h *handle) execAutocommit(ctx context.Context, text string) (engine.Counts, error) {
	server := h.client.server
	call := Call{Operation: "exec", Label: h.session.label, Node: nodeOf(ctx), Statement: text}
	outcome := h.client.faults.Outcome(call)
	defer h.client.faults.BeforeAnswer(call)
	switch {
	case h.isGone:
		return engine.Counts{}, unavailable()
	case outcome.Lost:
		return engine.Counts{}, h.loseAutocommit()
	case outcome.Uncancelable:
		ctx = context.WithoutCancel(ctx)
	}
	q := server.start(h.session.label, text, outcome.Committing)
	if h.report != nil && !outcome.Unnamed {
		h.report(q.id)
	}
	if outcome.Late > 0 {
		time.AfterFunc(outcome.Late, func() { _, _ = server.finish(q) })
		return engine.Counts{}, h.loseAutocommit()
	}
	if !h.runs(ctx, outcome.Wait+durationOf(text)) {
		return engine.Counts{}, h.stopAutocommit(q, call, outcome)
	}
	counts, err := server.finish(q)
	if outcome.Refused && err == nil {
		return engine.Counts{}, fault.New(fault.Invalid, "the statement was canceled by a user of the engine")
	}
	if outcome.Mute {
		return engine.Counts{}, h.loseAutocommit()
	}
	return counts, err
}

// stopAutocommit ends a statement whose context has ended. A statement of a dead client goes on.
func (h *handle) stopAutocommit(q *query, call Call, outcome CallOutcome) error {
	server := h.client.server
	if dying, ok := h.client.faults.(Outliver); ok && dying.Outlives(call) {
		time.AfterFunc(outcome.Linger, func() { _, _ = server.finish(q) })
		return h.loseAutocommit()
	}
	server.cancel(q)
	if q.isCommitting { // the engine says that it stopped the statement, which takes effect all the same
		time.AfterFunc(outcome.Linger, func() { _, _ = server.finish(q) })
		return canceled()
	}
	_, _ = server.finish(q)
	return canceled()
}

// loseAutocommit breaks the connection. The statement goes on.
func (h *handle) loseAutocommit() error {
	h.isGone = true
	h.session.abandon(0)
	return unavailable()
}
