package killsuite_test

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"testing"
	"time"
)

// pauses are how long runs stood still because their owner was gone: from the kill until somebody has claimed them again,
// or until they have ended.
type pauses struct {
	state *sql.DB

	watching sync.WaitGroup
	mu       sync.Mutex
	lengths  []time.Duration
}

// measure begins to watch every run that is at work now.
func (p *pauses) measure(t *testing.T) {
	t.Helper()
	epochs, err := p.epochs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	for id, epoch := range epochs {
		p.watching.Go(func() { p.watch(t.Context(), id, epoch, begin) })
	}
}

// longestWatch ends the watch of a run whose owner was not the one that died and that takes its time.
const longestWatch = time.Minute

func (p *pauses) watch(ctx context.Context, id, epoch int64, begin time.Time) {
	for time.Since(begin) < longestWatch && ctx.Err() == nil {
		now, err := p.epochs(ctx)
		current, running := now[id]
		if err == nil && !running {
			return // it has ended under the owner that it had
		}
		if err == nil && current > epoch {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.lengths = append(p.lengths, time.Since(begin))
			return
		}
		time.Sleep(10 * time.Millisecond) //nolint:forbidigo // it looks at another process
	}
}

// epochs are those of the runs that are at work.
func (p *pauses) epochs(ctx context.Context) (map[int64]int64, error) {
	rows, err := p.state.QueryContext(ctx, `SELECT id, epoch FROM runs WHERE status = 'running'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	epochs := map[int64]int64{}
	for rows.Next() {
		var id, epoch int64
		if err := rows.Scan(&id, &epoch); err != nil {
			return nil, err
		}
		epochs[id] = epoch
	}
	return epochs, rows.Err()
}

func (p *pauses) wait() { p.watching.Wait() }

func (p *pauses) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := sorted(p.lengths)
	return fmt.Sprintf("p50 %s, p99 %s (%d times)", percentile(list, 0.5).Round(time.Millisecond),
		percentile(list, 0.99).Round(time.Millisecond), len(list))
}
