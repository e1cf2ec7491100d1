package duckdbprocess

import (
	"fmt"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// memoryInterval is how often the memory of a child is read while statements run in it.
const memoryInterval = 20 * time.Millisecond

// memoryWatch kills a child whose memory exceeds the limit. It reads nothing while no statement runs.
type memoryWatch struct {
	child *child
	limit int64 // bytes; 0 for no limit

	mu      sync.Mutex
	running int           // statements
	ticker  chan struct{} // closed to stop the current watch; nil if there is none
	isOver  bool
}

func newMemoryWatch(c *child, limit int64) *memoryWatch { return &memoryWatch{child: c, limit: limit} }

func (w *memoryWatch) statementStarts() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running++
	if w.ticker == nil && w.limit > 0 && !w.isOver {
		w.ticker = make(chan struct{})
		go w.watch(w.ticker)
	}
}

func (w *memoryWatch) statementEnds() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.running--
}

// stop ends the watch for good.
func (w *memoryWatch) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.isOver = true
	if w.ticker != nil {
		close(w.ticker)
		w.ticker = nil
	}
}

// watch reads the memory until no statement has run for one interval.
func (w *memoryWatch) watch(stop chan struct{}) {
	ticks := time.NewTicker(memoryInterval)
	defer ticks.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticks.C:
		}
		used, ok := w.child.process.memory()
		if ok && used > w.limit {
			w.child.killForMemory(w.limit)
			return
		}
		if w.rest() {
			return
		}
	}
}

// rest ends the watch if no statement runs.
func (w *memoryWatch) rest() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.running > 0 || w.isOver {
		return w.isOver
	}
	w.ticker = nil
	return true
}

// killForMemory kills the child and blames the statement that must have used the memory, if there is only one that can
// have.
func (c *child) killForMemory(limit int64) {
	size := formatSize(limit)
	blame := fault.New(fault.Limit, "the statement needed more than %s of memory", size).
		WithHint("Process less data per statement, or ask the operator to raise the setting duckdb_memory.")
	c.mu.Lock()
	var running, alone []*call
	for _, waiting := range c.calls {
		if waiting.statement == "" {
			continue
		}
		running = append(running, waiting)
		if waiting.isAlone {
			alone = append(alone, waiting)
		}
	}
	switch {
	case len(running) == 1:
		running[0].blamed = blame
	case len(alone) == 1:
		alone[0].blamed = blame
	}
	c.mu.Unlock()
	c.onMemoryKill(running)
	c.kill(killReason{
		fmt.Sprintf("the process of DuckDB was restarted because its statements together needed more than %s of memory", size),
		"Try again. Run fewer nodes at the same time, or ask the operator to raise the setting duckdb_memory.",
	})
}

// formatSize writes a number of bytes for people.
func formatSize(bytes int64) string {
	const mib, gib = 1 << 20, 1 << 30
	if bytes >= gib && bytes%gib == 0 {
		return fmt.Sprintf("%d GiB", bytes/gib)
	}
	return fmt.Sprintf("%d MiB", bytes/mib)
}
