package postgres

import (
	"context"
)

// ask puts a question of the engine's own, outside of any session.
func (s *server) ask(ctx context.Context, r request) (answer, error) {
	var a answer
	err := s.withAdminConnection(ctx, func(ctx context.Context, w wire) error {
		var err error
		a, err = w.exchange(ctx, r)
		return err
	}, r.text)
	return a, err
}

// withAdminConnection lends one of the connections for questions. The text is that of the statement that errors are about. A
// connection that died while it waited is let go with all the others, and the question is put once more; every question
// may be put twice.
func (s *server) withAdminConnection(ctx context.Context, use func(context.Context, wire) error, text string) error {
	ctx, done := s.bound(ctx)
	defer done()
	for isFirst := true; ; isFirst = false {
		connection, err := s.desk.Acquire(ctx)
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
		s.desk.Reset()
	}
}
