package duckdb

import (
	"context"
	"errors"
	"time"
)

// firstTimeout is the first wait for a trivial query before it is interrupted.
const firstTimeout = time.Millisecond

// waitForInterrupt blocks until DuckDB stops a canceled statement; the driver returns before that.
//
// The driver passes a statement to DuckDB's threads and then checks whether the call was canceled. If so, it returns
// and leaves the statement running. The next use of the connection would wait for its end, which may take hours. The
// driver interrupts that wait repeatedly only while the context of a query has ended, so this method sends queries
// whose contexts end soon.
//
// An interrupt may also end the transaction without an error, so Commit checks that first.
func (s *session) waitForInterrupt(ctx context.Context) {
	s.hasFailed = true
	for patience := firstTimeout; ; patience *= 2 {
		soon, done := context.WithTimeout(context.WithoutCancel(ctx), patience)
		rows, err := s.connection.QueryContext(soon, "SELECT 1", nil)
		done()
		if err == nil {
			_ = rows.Close() // the rows are not needed
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			return // DuckDB answered, even if only that the transaction is lost
		}
	}
}
