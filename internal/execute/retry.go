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
)

// retryState counts the failures of one operation that may be retried.
type retryState struct {
	name               string // spreads the pauses of transactions that conflict with each other
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
		return outagePause << (t.outages - 1), t.outages <= maxOutages
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

// retry calls do until it succeeds, fails permanently, or the context ends.
func retry(ctx context.Context, name string, do func(context.Context) error) error {
	tries := retryState{name: name}
	for {
		err := do(ctx)
		if err == nil {
			return nil
		}
		pause, ok := tries.again(err)
		if !ok || backoff.Sleep(ctx, pause) != nil {
			return err
		}
	}
}
