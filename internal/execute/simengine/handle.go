package simengine

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// handle is a session as its client knows it. It is an engine.Session.
type handle struct {
	session *session
	client  *Client
	isGone  bool // the connection broke
}

func (h *handle) ID() string { return h.session.id }

func (h *handle) Begin(ctx context.Context) error {
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
	if i, ok := insertionOf(statement); ok && !h.client.world.Mistakes.ForgetLedger {
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

// Close gives the session back. A client that does not reach the engine leaves it there for a while.
func (h *handle) Close() error {
	call := Call{Operation: "close", Label: h.session.label}
	fate := h.client.weather.Fate(call)
	defer h.client.weather.Back(call)
	if h.isGone {
		return nil
	}
	h.isGone = true
	if !fate.Lost {
		fate.Linger = 0
	}
	h.session.abandon(fate.Linger)
	return nil
}

// awaitKey waits as an engine does for a transaction that holds the same key.
func (h *handle) awaitKey(ctx context.Context, key Key) error {
	world := h.client.world
	for {
		world.mu.Lock()
		holder, changed := h.session.holder(key), world.changed
		world.mu.Unlock()
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

// send lets a request meet its fate.
func (h *handle) send(ctx context.Context, operation, statement string, do func() error) error {
	call := Call{Operation: operation, Label: h.session.label, Node: nodeOf(ctx), Statement: statement}
	fate := h.client.weather.Fate(call)
	defer h.client.weather.Back(call)
	if h.isGone {
		return outOfReach()
	}
	if fate.Deaf {
		ctx = context.WithoutCancel(ctx)
	}
	if fate.Lost || fate.Late > 0 {
		return h.lose(fate, do)
	}
	if !h.runs(ctx, fate.Wait+durationOf(statement)) {
		return h.stopped()
	}
	err := h.do(do)
	if fate.Mute {
		return h.lose(CallOutcome{Linger: fate.Linger}, nil)
	}
	return err
}

// runs lets the statement take its time; the engine counts it as running.
func (h *handle) runs(ctx context.Context, length time.Duration) bool {
	h.busy(true)
	defer h.busy(false)
	return backoff.Sleep(ctx, length) == nil
}

func (h *handle) busy(is bool) {
	h.client.world.mu.Lock()
	defer h.client.world.mu.Unlock()
	h.session.isBusy = is
}

// stopped is the end of a statement whose context ended: nothing of it happened, and its transaction is aborted.
func (h *handle) stopped() error {
	h.client.world.mu.Lock()
	defer h.client.world.mu.Unlock()
	if h.session.transaction != nil {
		h.session.transaction.isAborted = true
	}
	return canceled()
}

func (h *handle) do(do func() error) error {
	h.client.world.mu.Lock()
	defer h.client.world.mu.Unlock()
	if h.session.isOver {
		return fault.New(fault.Unavailable, "the engine has ended the session")
	}
	return do()
}

// lose breaks the connection. What was on its way may still arrive, and the session stays for a while.
func (h *handle) lose(fate CallOutcome, do func() error) error {
	h.isGone = true
	if fate.Late > 0 {
		time.AfterFunc(fate.Late, func() { _ = h.do(do) })
		fate.Linger += time.Nanosecond // the session goes after that
	}
	h.session.abandon(fate.Late + fate.Linger)
	return outOfReach()
}
