package postgres

import (
	"context"
	"math"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Exec runs one statement; the protocol allows no second one. It discards the rows that it returns.
func (s *session) Exec(ctx context.Context, statement string) (engine.Counts, error) {
	if err := check(statement); err != nil {
		return engine.Counts{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a, err := s.run(ctx, request{text: statement})
	if err != nil {
		return engine.Counts{}, err
	}
	return a.counts(), nil
}

// Query runs one query. The server stops one row after the limit.
func (s *session) Query(ctx context.Context, query string, limit int) (engine.Rows, error) {
	if err := check(query); err != nil {
		return engine.Rows{}, err
	}
	if limit < 1 || limit >= math.MaxInt32 {
		return engine.Rows{}, fault.New(fault.Invalid, "a query cannot have a limit of %d rows", limit)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a, err := s.run(ctx, limitedQuery(query, limit+1))
	if err != nil {
		return engine.Rows{}, err
	}
	return s.rows(ctx, a, limit)
}

func (s *session) rows(ctx context.Context, a answer, limit int) (engine.Rows, error) {
	switch {
	case !a.isQuery:
		return engine.Rows{}, notAQuery()
	case a.isTooLarge():
		return engine.Rows{}, tooLarge()
	}
	columns, err := s.server.types.columns(a.columns, func(r request) (answer, error) { return s.trip(ctx, r) })
	if err != nil {
		return engine.Rows{}, err
	}
	return engine.Rows{Columns: columns, Values: a.rows[:min(limit, len(a.rows))], More: len(a.rows) > limit}, nil
}

func notAQuery() error {
	return fault.New(fault.Invalid, "the statement is not a query: it returns no columns").
		WithHint("Write a SELECT.")
}

// run sends a statement with the pending ones.
func (s *session) run(ctx context.Context, r request) (answer, error) {
	if err := s.usable(ctx); err != nil {
		return answer{}, err
	}
	if s.hasEnded() { // the statement would run outside of the transaction
		return answer{}, fault.New(fault.Invalid, "the transaction has ended because its first statement failed").
			WithHint("Roll back and start again.")
	}
	r.before, s.before = s.before, nil
	a, err := s.trip(ctx, r)
	if err != nil {
		return answer{}, err
	}
	return a, s.hasLabel(ctx)
}
