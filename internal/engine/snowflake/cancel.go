package snowflake

import (
	"context"
	"time"
)

// statementInFlight is a statement whose end is awaited.
type statementInFlight struct {
	call *call
	id   string        // of the query; empty if the server has not answered yet
	ids  <-chan string // nil if the id is known
	done <-chan outcome
}

// stop cancels a statement and waits until the server has ended it. A statement that was complete before has succeeded. Without the
// id of the query there is nothing to cancel, so it waits for the id first.
func (c *client) stop(ctx context.Context, f statementInFlight) outcome {
	timer := time.NewTimer(c.timeout)
	defer timer.Stop()
	if f.id == "" && f.ids != nil {
		select {
		case f.id = <-f.ids:
		case o := <-f.done:
			return o
		case <-timer.C:
		}
	}
	cause := errNoQueryID
	if f.id != "" {
		cause = c.cancelQuery(ctx, f.id)
	}
	if cause == nil {
		if o, hasEnded := wait(f.done, c.timeout); hasEnded {
			return o
		}
		cause = errNotEnded
	}
	// The driver asks the server to end the request, and returns.
	f.call.cancel(context.Canceled)
	o := <-f.done
	if o.err == nil {
		return o
	}
	return outcome{o.answer, &unconfirmedError{f.id, cause}}
}

// cancelQuery asks the server to end a query, in another session. A query that has ended meanwhile is no error.
func (c *client) cancelQuery(ctx context.Context, id string) error {
	ctx, done := context.WithTimeout(context.WithoutCancel(ctx), c.timeout)
	defer done()
	_, err := c.runIn(ctx, nil, request{text: "SELECT SYSTEM$CANCEL_QUERY('" + id + "')", tag: c.settings.tag, limit: 1})
	return err
}
