package crash_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// ownerlessTimes are the times that runs had no owner: from the kill until a server claimed them again.
type ownerlessTimes struct {
	fixture *fixture

	watching sync.WaitGroup
	mu       sync.Mutex
	lengths  []time.Duration
}

// measure starts to watch every running run.
func (p *ownerlessTimes) measure(t *testing.T) {
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

// maxWatch ends the watch of a long run whose owner was not killed.
const maxWatch = time.Minute

func (p *ownerlessTimes) watch(ctx context.Context, id ids.Run, epoch int64, begin time.Time) {
	for time.Since(begin) < maxWatch && ctx.Err() == nil {
		now, err := p.epochs(ctx)
		current, running := now[id]
		if err == nil && !running {
			return // it has ended under its first owner
		}
		if err == nil && current > epoch {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.lengths = append(p.lengths, time.Since(begin))
			return
		}
		time.Sleep(pollInterval)
	}
}

// epochs returns the epochs of the running runs.
func (p *ownerlessTimes) epochs(ctx context.Context) (map[ids.Run]int64, error) {
	everything := account.Visibility{Organization: p.fixture.organization, Everything: true}
	found, err := p.fixture.state.Runs().List(ctx, run.Query{Sees: everything, Status: run.Running})
	epochs := map[ids.Run]int64{}
	for i := range found.Items {
		epochs[found.Items[i].ID] = found.Items[i].Epoch
	}
	return epochs, err
}

func (p *ownerlessTimes) wait() { p.watching.Wait() }

func (p *ownerlessTimes) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.lengths) == 0 {
		return "no measurement"
	}
	list := sorted(p.lengths)
	return fmt.Sprintf("p50 %s, p99 %s (%d takeovers)", percentile(list, 0.5).Round(time.Millisecond),
		percentile(list, 0.99).Round(time.Millisecond), len(list))
}
