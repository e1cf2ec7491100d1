package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// stopAgain is the interval of cancel requests. A request that arrives before the statement has started has no effect,
// so one is not enough.
const stopAgain = 100 * time.Millisecond

// stopper sends cancel requests when a context ends, until the server answers. If the server does not answer within the
// timeout, it closes the connection.
//
// It returns only after its last request was processed, so that no request hits the next statement.
type stopper struct {
	connection *pgconn.PgConn
	timeout    time.Duration

	answered chan struct{}
	done     chan struct{}
}

// HandleCancel is called when the context ends.
func (s *stopper) HandleCancel(ctx context.Context) {
	s.answered, s.done = make(chan struct{}), make(chan struct{})
	deadline := time.Now().Add(s.timeout)
	_ = s.connection.Conn().SetDeadline(deadline)
	go s.ask(context.WithoutCancel(ctx), deadline)
}

func (s *stopper) ask(ctx context.Context, deadline time.Time) {
	defer close(s.done)
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	again := time.NewTicker(stopAgain)
	defer again.Stop()
	for {
		_ = s.connection.CancelRequest(ctx) // a lost request is sent again
		select {
		case <-s.answered:
			return
		case <-ctx.Done():
			return
		case <-again.C:
		}
	}
}

// HandleUnwatchAfterCancel is called when the server has answered, or the connection broke.
func (s *stopper) HandleUnwatchAfterCancel() {
	close(s.answered)
	<-s.done
	_ = s.connection.Conn().SetDeadline(time.Time{})
}
