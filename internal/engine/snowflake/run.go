package snowflake

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"time"

	sf "github.com/snowflakedb/gosnowflake/v2"

	"github.com/millrace/millrace/internal/engine"
)

// request is a statement to run.
type request struct {
	text    string
	tag     string // by which operators and Fence find the query
	limit   int    // the number of rows to keep; 0 discards the rows
	maxRows int    // the number of rows that the server returns; 0 is no limit
	maxSize int    // limits the bytes of the rows to keep; run sets it
	isAsync bool   // the server answers with the id of the query before it has ended
	// started is called with the id of the query, before its end is waited for if the server supports it; nil if nobody wants to
	// know.
	started func(id string)
}

// answer is the result of a statement.
type answer struct {
	id      string
	columns []engine.Column
	rows    [][]any
	size    int
}

// outcome is what the driver returned.
type outcome struct {
	answer *answer
	err    error
}

// runIn runs a statement in a session of the server, or in one that is free for it.
func (c *client) runIn(ctx context.Context, used *connection, r request) (*answer, error) {
	if used == nil {
		own, err := c.acquire(ctx)
		if err != nil {
			return nil, err
		}
		defer c.release(own)
		used = own
	}
	return c.run(ctx, used, r)
}

// run runs a statement to its end. When the context ends, it cancels the query, and the server's answer to the statement is the
// result.
func (c *client) run(ctx context.Context, used *connection, r request) (*answer, error) {
	if ctx.Err() != nil {
		return nil, canceled(ctx)
	}
	r.maxSize = c.maxSize
	ids := make(chan string, 1)
	this := &call{isAsync: r.isAsync, maxRows: r.maxRows}
	// The context of the caller must not end the request that submits the statement: the id of the query would be lost.
	own := sf.WithQueryTag(sf.WithQueryIDChan(this.with(context.WithoutCancel(ctx)), ids), r.tag)
	defer this.cancel(nil)
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() { done <- o }()
		defer recovered(&o.err)
		o.answer, o.err = used.query(own, r)
	}()
	id := ""
	report := func(received string) {
		if received != "" && id == "" {
			id = received
			if r.started != nil {
				r.started(id)
			}
		}
	}
	for {
		select {
		case received := <-ids:
			ids = nil
			report(received)
		case o := <-done:
			if len(ids) > 0 { // nil if the id has arrived
				report(<-ids)
			}
			return c.ended(ctx, own, used, id, o)
		case <-ctx.Done():
			o := c.stop(ctx, statementInFlight{this, id, ids, done})
			return c.ended(ctx, own, used, id, o)
		}
	}
}

// query runs a statement and reads the rows to keep.
func (c *connection) query(ctx context.Context, r request) (*answer, error) {
	queryer, ok := c.Conn.(driver.QueryerContext)
	if !ok {
		return nil, errors.New("the driver has no queries")
	}
	rows, err := queryer.QueryContext(ctx, r.text, nil)
	if err != nil {
		return nil, err
	}
	a := &answer{columns: columnsOf(rows)}
	if known, ok := rows.(interface{ GetQueryID() string }); ok {
		a.id = known.GetQueryID()
	}
	err = a.read(rows, r)
	return a, errors.Join(err, rows.Close())
}

// read reads the rows to keep.
func (a *answer) read(rows driver.Rows, r request) error {
	values := make([]driver.Value, len(a.columns))
	for len(a.rows) < r.limit {
		err := rows.Next(values)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		row := make([]any, len(values))
		for i, value := range values {
			row[i] = valueOf(a.columns[i].Type, value)
			if text, isText := row[i].(string); isText {
				a.size += len(text)
			}
		}
		if a.size > r.maxSize {
			return errTooLarge
		}
		a.rows = append(a.rows, row)
	}
	return nil
}

// ended returns the result of a statement, with the fault of its error.
func (c *client) ended(ctx, own context.Context, used *connection, id string, o outcome) (*answer, error) {
	if o.err == nil {
		return o.answer, nil
	}
	if o.answer != nil && o.answer.id != "" {
		id = o.answer.id
	}
	if cause := context.Cause(own); cause != nil && !errors.Is(cause, context.Canceled) {
		o.err = cause // what ended the call in the transport
	}
	_, isRefusal := errors.AsType[*sf.SnowflakeError](o.err)
	used.isBroken = used.isBroken || !isRefusal
	return o.answer, c.failed(ctx, id, o.err)
}

// text returns a value of an internal query; empty if it is not text.
func (a *answer) text(row, column int) string {
	if column < 0 || column >= len(a.rows[row]) {
		return ""
	}
	text, _ := a.rows[row][column].(string)
	return text
}

// wait waits for the outcome of a statement at most for a time.
func wait(done <-chan outcome, limit time.Duration) (outcome, bool) {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case o := <-done:
		return o, true
	case <-timer.C:
		return outcome{}, false
	}
}
