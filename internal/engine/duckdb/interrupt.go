package duckdb

import (
	"context"
	"errors"
	"time"
)

// firstTimeout is how long DuckDB may take for next to nothing before it is asked to stop what is in its way.
const firstTimeout = time.Millisecond

// waitForInterrupt waits until DuckDB has stopped what a call that was given up had begun.
//
// The driver hands a statement to DuckDB's threads, and then looks whether the call was given up meanwhile. If so it goes
// away and leaves the statement running, and whatever the connection does next waits for its end, which may be hours away.
// The driver interrupts that wait again and again only while the context of a query is over, so here is one that soon is.
//
// An interrupt may also end the transaction, of which nothing is heard: a commit has to look first.
func (s *session) waitForInterrupt(ctx context.Context) {
	s.hasFailed = true
	for patience := firstTimeout; ; patience *= 2 {
		soon, done := context.WithTimeout(context.WithoutCancel(ctx), patience)
		rows, err := s.connection.QueryContext(soon, "SELECT 1", nil)
		done()
		if err == nil {
			_ = rows.Close() // nobody wants them
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			return // it came through, if only to hear that the transaction is lost
		}
	}
}
