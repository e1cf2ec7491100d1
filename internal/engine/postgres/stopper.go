package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// stopAgain is how often the server is asked to stop a statement. A request that arrives before the statement has begun
// does nothing, so one is not enough.
const stopAgain = 100 * time.Millisecond

// stopper asks the server to stop a statement when a context ends, and goes on asking until it answers. A server that
// does not answer within patience is no longer listened to, which breaks the connection.
//
// It returns only after its last request was dealt with, so that no request meets the statement after.
type stopper struct {
	connection *pgconn.PgConn
	patience   time.Duration

	answered chan struct{}
	done     chan struct{}
}

// HandleCancel is called when the context ends.
func (s *stopper) HandleCancel(ctx context.Context) {
	s.answered, s.done = make(chan struct{}), make(chan struct{})
	deadline := time.Now().Add(s.patience)
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
		_ = s.connection.CancelRequest(ctx) // one that does not get through is sent again
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
