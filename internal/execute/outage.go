package execute

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/backoff"
)

// maxOutagePause limits the pause between two questions whether the engine is back.
const maxOutagePause = 2 * time.Second

// awaitEngine waits until an engine that restarts slowly answers a query, for its restart time. It returns false if it does not. Without
// that, a restart of a cluster would fail its runs.
func (e *execution) awaitEngine(ctx context.Context) bool {
	limit := e.Engine.Capabilities().RestartTime
	if limit == 0 {
		return true
	}
	ctx, done := context.WithTimeout(ctx, limit)
	defer done()
	for pause := outagePause; ; pause = min(2*pause, maxOutagePause) {
		err := e.ping(ctx)
		if !isOutage(err) && ctx.Err() == nil {
			return true
		}
		if backoff.Sleep(ctx, pause) != nil {
			return false
		}
	}
}

// ping sends a query that touches no table.
func (e *execution) ping(ctx context.Context) error {
	session, err := e.Engine.Session(ctx, e.Label)
	if err != nil {
		return err
	}
	defer e.closeSession(session)
	_, err = session.Query(ctx, "SELECT 1", 1)
	return err
}

// evidenceContext returns a context for reading whether a statement took effect. It lasts as long as an engine may take to restart, but
// not longer than the probe limit after ctx has ended.
func (e *execution) evidenceContext(ctx context.Context) (context.Context, context.CancelFunc) {
	lasting, end := graceContext(ctx, probeLimit)
	limited, done := context.WithTimeout(lasting, e.Engine.Capabilities().RestartTime+probeLimit)
	return limited, func() { done(); end() }
}
