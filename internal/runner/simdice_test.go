package runner_test

import (
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"sync"
	"time"
)

// dice decide what happens. The outcome of a request depends on the seed, on the request, and on the number of equal
// requests before; never on the order of goroutines. So a seed is repeatable.
type dice struct {
	seed uint64

	mu     sync.Mutex
	counts map[string]uint64
}

func newDice(seed uint64) *dice { return &dice{seed: seed, counts: map[string]uint64{}} }

// roll returns the random source of the next request of its kind.
func (d *dice) roll(about ...string) *rand.Rand {
	kind := strings.Join(about, "|")
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(kind))
	d.mu.Lock()
	d.counts[kind]++
	count := d.counts[kind]
	d.mu.Unlock()
	return rand.New(rand.NewPCG(d.seed^hash.Sum64(), count))
}

// between returns a duration, to the nanosecond, so that events rarely coincide.
func between(random *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(random.Int64N(int64(most-least)))
}

func chance(random *rand.Rand, percent float64) bool { return random.Float64()*100 < percent }
