package collector

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// budget is the size that the heap may reach before it is collected.
	budget = 140 << 20
	// mostGrowth and leastGrowth limit the growth between two collections, in percent of the live heap. The first is
	// Go's default; without the second, a heap of almost the budget would be collected all the time.
	mostGrowth, leastGrowth = 100, 40
)

// Tune applies the settings of this package to the process. Call it once, in main.
func Tune() {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(growth(0))
	afterNext()
}

// growth returns by how many percent a live heap of that size may grow until it is collected.
func growth(live uint64) int {
	if live >= budget {
		return leastGrowth
	}
	return int(min(max((budget-live)*100/max(live, 1), leastGrowth), mostGrowth))
}

// cycle is an object that nothing refers to, so that each collection frees one. Objects without a pointer may share memory
// with others and would live as long as these.
type cycle struct{ _ *cycle }

// afterNext adjusts the growth after the next collection, and after each one that follows.
func afterNext() {
	runtime.AddCleanup(new(cycle), func(struct{}) {
		debug.SetGCPercent(growth(liveHeap()))
		afterNext()
	}, struct{}{})
}

// liveHeap returns the number of bytes that the last collection found in use.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return math.MaxUint64 // unknown to this version of Go: be careful
	}
	return sample[0].Value.Uint64()
}
