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

// How often a transaction is run again. A conflict passes when the other transaction ends, so there are many tries with
// growing pauses, ten seconds together; an engine that is out of reach is given three and a half.
const (
	maxConflicts    = 10
	conflictPause   = 5 * time.Millisecond
	conflictGrowth  = 2.5
	conflictLongest = 5 * time.Second

	maxOutages  = 3
	outagePause = 500 * time.Millisecond
)

// retryState counts what went wrong with one piece of work that may be tried again.
type retryState struct {
	name               string // spreads the pauses of those who got into each other's way
	conflicts, outages int
}

// again says whether to try again after a fault, and how long to wait before.
func (t *retryState) again(err error) (pause time.Duration, ok bool) {
	switch fault.KindOf(err) {
	case fault.Conflict:
		t.conflicts++
		pause := min(float64(conflictPause)*math.Pow(conflictGrowth, float64(t.conflicts-1)), float64(conflictLongest))
		return time.Duration(pause * t.spread()), t.conflicts < maxConflicts
	case fault.Unavailable:
		t.outages++
		return outagePause << (t.outages - 1), t.outages <= maxOutages
	default:
		return 0, false
	}
}

// spread is between 0.5 and 1.5. It depends on the name and the count alone, so that a simulation can be repeated.
func (t *retryState) spread() float64 {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(t.name + strconv.Itoa(t.conflicts)))
	return 0.5 + float64(hash.Sum32())/math.MaxUint32
}

// retry does something until it succeeds, trying again makes no sense, or the context ends.
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
