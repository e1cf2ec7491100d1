package trino

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Fence kills the queries of earlier epochs and waits until the server lists none that runs. It cannot reject statements
// that an earlier owner sends after it, and a query that was committing may have published its rows.
func (s *server) Fence(ctx context.Context, label engine.Label) error {
	const longest = 500 * time.Millisecond
	start := ownerStart(label.WorkID)
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, longest) {
		queries, err := s.olderQueries(ctx, start, label.Epoch)
		if err != nil || len(queries) == 0 {
			return err
		}
		for _, id := range queries {
			if err := s.kill(ctx, id); err != nil {
				return err
			}
		}
		if backoff.Sleep(ctx, pause) != nil {
			return canceled(ctx)
		}
	}
}

// olderQueries returns the ids of the running queries of earlier epochs.
func (s *server) olderQueries(ctx context.Context, start string, epoch int64) ([]string, error) {
	a, err := s.ask(ctx, "SELECT query_id, source FROM system.runtime.queries WHERE state NOT IN ('FINISHED', 'FAILED') AND strpos(source, "+
		s.dialect.Literal(start)+") > 0")
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range a.rows {
		if older, ok := epochOf(a.text(i, 1), start); ok && older < epoch {
			ids = append(ids, a.text(i, 0))
		}
	}
	return ids, nil
}

// kill ends a query. One that has ended meanwhile is no error.
func (s *server) kill(ctx context.Context, id string) error {
	_, err := s.ask(ctx, "CALL system.runtime.kill_query(query_id => "+s.dialect.Literal(id)+", message => 'Millrace: the run has a new owner')")
	if fault.Is(err, fault.Invalid) && !s.isRunning(ctx, id) {
		return nil
	}
	return err
}

func (s *server) isRunning(ctx context.Context, id string) bool {
	a, err := s.ask(ctx, "SELECT state FROM system.runtime.queries WHERE state NOT IN ('FINISHED', 'FAILED') AND query_id = "+s.dialect.Literal(id))
	return err != nil || len(a.rows) > 0
}
