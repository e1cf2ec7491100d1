package execute

import (
	"context"
	"hash/fnv"
	"math"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/fault"
)

// Limits of retries. A conflict passes when the other transaction ends, so there are many attempts with growing pauses,
// about ten seconds in total. An unavailable engine gets three and a half seconds.
const (
	maxConflicts     = 10
	conflictPause    = 5 * time.Millisecond
	conflictGrowth   = 2.5
	maxConflictPause = 5 * time.Second

	maxOutages  = 3
	outagePause = 500 * time.Millisecond
	// An engine with a restart time is a cluster. It may need some seconds until it uses a lost machine no longer.
	maxClusterOutages = 5
)

// retryState counts the failures of one operation that may be retried.
type retryState struct {
	name               string // spreads the pauses of transactions that conflict with each other
	isCluster          bool
	conflicts, outages int
}

// again reports whether to retry after a fault, and how long to wait first.
func (t *retryState) again(err error) (pause time.Duration, ok bool) {
	switch fault.KindOf(err) {
	case fault.Conflict:
		t.conflicts++
		pause := min(float64(conflictPause)*math.Pow(conflictGrowth, float64(t.conflicts-1)), float64(maxConflictPause))
		return time.Duration(pause * t.spread()), t.conflicts < maxConflicts
	case fault.Unavailable:
		t.outages++
		limit := maxOutages
		if t.isCluster {
			limit = maxClusterOutages
		}
		return outagePause << (t.outages - 1), t.outages <= limit
	default:
		return 0, false
	}
}

// spread returns a factor between 0.5 and 1.5. It depends only on the name and the count, so that a simulation is
// repeatable.
func (t *retryState) spread() float64 {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(t.name + strconv.Itoa(t.conflicts)))
	return 0.5 + float64(hash.Sum32())/math.MaxUint32
}

// newRetryState returns the state for an operation on the engine.
func (e *execution) newRetryState(name string) retryState {
	return retryState{name: name, isCluster: e.Engine.Capabilities().RestartTime > 0}
}

// retry calls do until it succeeds, fails permanently, or the context ends.
func (e *execution) retry(ctx context.Context, name string, do func(context.Context) error) error {
	tries := e.newRetryState(name)
	for {
		err := do(ctx)
		if err == nil || !e.pause(ctx, &tries, err) {
			return err
		}
	}
}

// pause waits before another attempt. It returns false if there must be none. If the engine is restarting, it waits until the engine
// answers, and that counts as one failure.
func (e *execution) pause(ctx context.Context, tries *retryState, err error) bool {
	wait, again := tries.again(err)
	if !again || backoff.Sleep(ctx, wait) != nil {
		return false
	}
	return !isOutage(err) || e.awaitEngine(ctx)
}
