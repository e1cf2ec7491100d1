package snowflake

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/engine"
)

// Fence cancels the queries of earlier epochs and waits until the server lists none that runs. It cannot reject statements that an
// earlier owner sends after it; their guard does. The query history lists the queries of the connection's user.
func (s *server) Fence(ctx context.Context, label engine.Label) error {
	const longest = time.Second
	start := ownerStart(label.WorkID)
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, longest) {
		queries, err := s.olderQueries(ctx, start, label.Epoch)
		if err != nil || len(queries) == 0 {
			return err
		}
		for _, id := range queries {
			if err := s.cancelQuery(ctx, id); err != nil {
				return err
			}
		}
		if backoff.Sleep(ctx, pause) != nil {
			return canceled(ctx)
		}
	}
}

// olderQueries returns the ids of the running queries of earlier epochs. A query that has not ended has no end time.
func (s *server) olderQueries(ctx context.Context, start string, epoch int64) ([]string, error) {
	a, err := s.ask(ctx, "SELECT QUERY_ID, QUERY_TAG FROM TABLE(INFORMATION_SCHEMA.QUERY_HISTORY_BY_USER(RESULT_LIMIT => 10000))\n"+
		"WHERE EXECUTION_STATUS IN ('RUNNING', 'QUEUED', 'BLOCKED', 'RESUMING_WAREHOUSE', 'NO_WAREHOUSE', 'QUEUED_REPAIRING_WAREHOUSE')"+
		" AND CONTAINS(QUERY_TAG, "+s.dialect.Literal(start)+")")
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
