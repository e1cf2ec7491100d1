package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/millrace/millrace/internal/fault"
)

// failure is a failed statement.
type failure struct {
	err       error
	statement string
	shift     int // the number of leading characters that were added to the caller's text
	took      time.Duration
}

// connecting returns the fault of a connection that could not be opened.
func (s *server) connecting(ctx context.Context, err error) error {
	if s.life.Err() != nil {
		return s.closed()
	}
	return s.fault(ctx, err)
}

// failed returns the fault of a failed statement. It contains no error of the driver, for the same reason as the fault
// of a connection.
func (s *server) failed(ctx context.Context, f failure) error {
	if s.life.Err() != nil {
		return s.closed()
	}
	if refusal, ok := errors.AsType[*pgconn.PgError](f.err); ok {
		return s.refusal(ctx, refusal, f)
	}
	if ctx.Err() != nil {
		return s.canceled(ctx)
	}
	if _, ok := errors.AsType[*pgproto3.ExceededMaxBodyLenErr](f.err); ok {
		return tooLarge()
	}
	return s.unavailable("the connection to %s was lost: %s", s.settings.address(), s.scrub(innermostError(f.err))).
		WithHint("Check the network and the server's log; try again when the server is reachable.")
}

func (s *server) canceled(ctx context.Context) error {
	return fault.Wrap(ctx.Err(), fault.Canceled, "the statement was canceled")
}

func (s *server) closed() error {
	return s.unavailable("the connection to %s was closed", s.settings.address()).
		WithHint("Open it again.")
}

func tooLarge() error {
	return fault.New(fault.Limit, "the rows of the query are larger than %d MB", maxKept>>20).
		WithHint("Select fewer rows, or fewer and shorter columns.")
}
