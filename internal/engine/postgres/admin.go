package postgres

import (
	"context"
)

// ask sends an internal query, outside of any session.
func (s *server) ask(ctx context.Context, r request) (answer, error) {
	var a answer
	err := s.withAdminConnection(ctx, func(ctx context.Context, w wire) error {
		var err error
		a, err = w.exchange(ctx, r)
		return err
	}, r.text)
	return a, err
}

// withAdminConnection calls use with an admin connection. The text is the statement that errors refer to. After a dead
// connection it resets the pool and retries once; all queries here can be repeated.
func (s *server) withAdminConnection(ctx context.Context, use func(context.Context, wire) error, text string) error {
	ctx, done := s.bound(ctx)
	defer done()
	for isFirst := true; ; isFirst = false {
		connection, err := s.admin.Acquire(ctx)
		if err != nil {
			return s.connecting(ctx, err)
		}
		w := newWire(connection.Conn().PgConn(), s.timeout)
		err = use(ctx, w)
		isLost := w.connection.IsClosed()
		connection.Release()
		switch {
		case err == nil:
			return nil
		case !isLost, !isFirst, ctx.Err() != nil:
			return s.failed(ctx, failure{err: err, statement: text})
		}
		s.admin.Reset()
	}
}
