package trino

import (
	"context"
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
)

// maxKept limits the bytes of all rows of one answer in memory.
const maxKept = 64 << 20

// request is a statement to run.
type request struct {
	text   string
	source string // empty for the source of the connection
	limit  int    // the number of rows to keep; 0 discards the rows
	shift  int    // the number of characters before the caller's text
	// started is called with the id of the query before the server runs it; nil if nobody wants to know.
	started func(id string)
	// isProbe is true for a query that finds out whether another one has ended. It is not confirmed itself when it is canceled.
	isProbe bool
	// progress is called with each answer while the query runs; nil if nobody wants to know.
	progress func(engine.Progress)
}

// answer is the result of a statement.
type answer struct {
	page // the last one, without its rows

	id      string
	columns []field
	rows    [][]any
	size    int
	// isFetched is true after the first request for an answer, which lets the server start the statement.
	isFetched bool
}

// canceledName is the error of a statement that was canceled by its client.
const canceledName = "USER_CANCELED"

// run runs a statement to its end. When the context ends, it cancels the statement, and the server's answer to that is
// the error. Errors are a *refusal of the server, a *statusError, or one of the network.
func (c *client) run(ctx context.Context, r request) (*answer, error) {
	p, err := c.submit(ctx, r.text, r.source)
	if err != nil {
		return nil, err
	}
	a := &answer{id: p.ID}
	if r.started != nil && p.Error == nil {
		r.started(p.ID)
	}
	for {
		if err := a.take(p, r); err != nil {
			_ = c.cancel(ctx, p.NextURI)
			return a, err
		}
		uri := p.NextURI
		switch {
		case p.Error != nil:
			return a, p.Error
		case uri == "":
			return a, nil
		case r.limit > 0 && len(a.rows) >= r.limit:
			_ = c.cancel(ctx, uri) // nobody reads the other rows
			return a, nil
		case ctx.Err() != nil:
			return c.stopRequest(ctx, r, a, uri)
		}
		if r.progress != nil {
			r.progress(p.Stats.progress())
		}
		a.isFetched = true
		if p, err = c.next(ctx, uri); err != nil {
			if ctx.Err() != nil {
				return c.stopRequest(ctx, r, a, uri)
			}
			return a, err
		}
	}
}

// stopRequest ends a statement whose context has ended.
func (c *client) stopRequest(ctx context.Context, r request, a *answer, uri string) (*answer, error) {
	if r.isProbe {
		_ = c.cancel(ctx, uri)
		return a, ctx.Err()
	}
	return c.stop(ctx, a, uri)
}

// stop cancels a statement and waits until the server has ended it. A statement that was complete before has succeeded.
func (c *client) stop(ctx context.Context, a *answer, uri string) (*answer, error) {
	if err := c.cancel(ctx, uri); err != nil && !isGone(err) {
		return a, &unconfirmedError{err}
	}
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), c.timeout)
	defer done()
	for {
		p, err := c.next(ctx, uri)
		switch {
		case isGone(err) && !a.isFetched, err != nil && c.awaitEnd(ctx, a.id):
			return a, &refusal{Name: canceledName}
		case err != nil:
			return a, &unconfirmedError{err}
		case p.Error != nil:
			return a, p.Error
		case p.NextURI == "":
			return a, a.take(p, request{})
		}
		uri = p.NextURI
	}
}

// awaitEnd waits until the server lists a query as ended, or no longer. The server forgets the answers of a canceled statement before
// the statement has ended: one that is being committed cannot be canceled.
func (c *client) awaitEnd(ctx context.Context, id string) bool {
	const longest = 500 * time.Millisecond
	text := "SELECT query_id FROM system.runtime.queries WHERE state NOT IN ('FINISHED', 'FAILED') AND query_id = '" + id + "'"
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, longest) {
		listed, err := c.run(ctx, request{text: text, limit: 1, isProbe: true})
		if err != nil || len(listed.rows) == 0 {
			return err == nil
		}
		if backoff.Sleep(ctx, pause) != nil {
			return false
		}
	}
}

// take adds an answer of the server.
func (a *answer) take(p page, r request) error {
	if p.Columns != nil {
		a.columns = p.Columns
	}
	rows := p.Data
	p.Data = nil
	a.page = p
	for _, row := range rows {
		if len(a.rows) >= r.limit {
			return nil
		}
		for _, value := range row {
			a.size += len(value)
		}
		if a.size > maxKept {
			return errTooLarge
		}
		a.rows = append(a.rows, a.values(row))
	}
	return nil
}

func (a *answer) values(row []json.RawMessage) []any {
	values := make([]any, len(a.columns))
	for i, column := range a.columns[:min(len(row), len(a.columns))] {
		values[i] = column.value(row[i])
	}
	return values
}

// text returns a value of an internal query; empty if it is not text.
func (a *answer) text(row, column int) string {
	if column >= len(a.rows[row]) {
		return ""
	}
	text, _ := a.rows[row][column].(string)
	return text
}
