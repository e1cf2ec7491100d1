package simengine

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// handle is the client's side of a session. It is an engine.Session.
type handle struct {
	session *session
	client  *Client
	isGone  bool // the connection is lost
	report  func(queryID string)
}

func (h *handle) ID() string { return h.session.id }

func (h *handle) Begin(ctx context.Context) error {
	if h.client.server.autocommit != nil {
		return fault.New(fault.Unsupported, "the engine has no transactions")
	}
	return h.send(ctx, "begin", "", h.session.begin)
}

func (h *handle) Commit(ctx context.Context) error {
	return h.send(ctx, "commit", "", h.session.commit)
}

func (h *handle) Rollback(ctx context.Context) error {
	return h.send(ctx, "rollback", "", func() error {
		h.session.rollback()
		return nil
	})
}

func (h *handle) Savepoint(ctx context.Context) error {
	return h.send(ctx, "savepoint", "", func() error {
		if t := h.session.transaction; t != nil {
			t.savepoint = len(t.changes)
		}
		return nil
	})
}

func (h *handle) RollbackTo(ctx context.Context) error {
	return h.send(ctx, "rollback to", "", func() error {
		if t := h.session.transaction; t != nil {
			t.changes, t.isAborted = t.changes[:t.savepoint], false
		}
		return nil
	})
}

func (h *handle) Exec(ctx context.Context, statement string) (counts engine.Counts, err error) {
	if h.client.server.autocommit != nil {
		return h.execAutocommit(ctx, statement)
	}
	if i, ok := insertionOf(statement); ok && !h.client.server.Mutations.SkipLedger {
		if err := h.awaitKey(ctx, i.key); err != nil {
			return engine.Counts{}, err
		}
	}
	err = h.send(ctx, "exec", statement, func() error {
		var err error
		counts, err = h.session.exec(statement)
		return err
	})
	return counts, err
}

func (h *handle) Query(ctx context.Context, query string, limit int) (rows engine.Rows, err error) {
	err = h.send(ctx, "query", query, func() error {
		var err error
		rows, err = h.session.query(query, limit)
		return err
	})
	return rows, err
}

// Close closes the session. If the request gets lost, the engine keeps the session for a while.
func (h *handle) Close() error {
	call := Call{Operation: "close", Label: h.session.label}
	outcome := h.client.faults.Outcome(call)
	defer h.client.faults.BeforeAnswer(call)
	if h.isGone {
		return nil
	}
	h.isGone = true
	if !outcome.Lost {
		outcome.Linger = 0
	}
	h.session.abandon(outcome.Linger)
	return nil
}

// awaitKey waits, as an engine does, for a transaction that has locked the same key.
func (h *handle) awaitKey(ctx context.Context, key Key) error {
	server := h.client.server
	for {
		server.mu.Lock()
		holder, changed := h.session.lockOwner(key), server.changed
		server.mu.Unlock()
		if holder == nil {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return canceled()
		}
	}
}

// send sends a request with the outcome that the fault injector decides.
func (h *handle) send(ctx context.Context, operation, statement string, do func() error) error {
	call := Call{Operation: operation, Label: h.session.label, Node: nodeOf(ctx), Statement: statement}
	outcome := h.client.faults.Outcome(call)
	defer h.client.faults.BeforeAnswer(call)
	if h.isGone {
		return unavailable()
	}
	if outcome.Uncancelable {
		ctx = context.WithoutCancel(ctx)
	}
	if outcome.Lost || outcome.Late > 0 {
		return h.lose(outcome, do)
	}
	if !h.runs(ctx, outcome.Wait+durationOf(statement)) {
		return h.stopped()
	}
	err := h.do(do)
	if outcome.Mute {
		return h.lose(CallOutcome{Linger: outcome.Linger}, nil)
	}
	return err
}

// runs waits while the statement runs; the engine counts the session as busy. It returns false if the context ended.
func (h *handle) runs(ctx context.Context, length time.Duration) bool {
	h.busy(true)
	defer h.busy(false)
	return backoff.Sleep(ctx, length) == nil
}

func (h *handle) busy(is bool) {
	h.client.server.mu.Lock()
	defer h.client.server.mu.Unlock()
	h.session.isBusy = is
}

// stopped ends a statement whose context ended: it had no effect, and its transaction is aborted.
func (h *handle) stopped() error {
	h.client.server.mu.Lock()
	defer h.client.server.mu.Unlock()
	if h.session.transaction != nil {
		h.session.transaction.isAborted = true
	}
	return canceled()
}

func (h *handle) do(do func() error) error {
	h.client.server.mu.Lock()
	defer h.client.server.mu.Unlock()
	if h.session.isOver {
		return fault.New(fault.Unavailable, "the engine has ended the session")
	}
	return do()
}

// lose breaks the connection. A request in flight may still arrive, and the session stays for a while.
func (h *handle) lose(outcome CallOutcome, do func() error) error {
	h.isGone = true
	if outcome.Late > 0 {
		time.AfterFunc(outcome.Late, func() { _ = h.do(do) })
		outcome.Linger += time.Nanosecond // the session ends after that
	}
	h.session.abandon(outcome.Late + outcome.Linger)
	return unavailable()
}
