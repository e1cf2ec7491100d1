package app

import (
	"context"
	"sync"
	"time"
)

// MemoryTrimmer is a trimmer whose ticks a test triggers.
type MemoryTrimmer struct{ memoryTrimmer }

// NewMemoryTrimmer returns a trimmer that asks allocated and calls free.
func NewMemoryTrimmer(allocated func() uint64, free func()) *MemoryTrimmer {
	return &MemoryTrimmer{memoryTrimmer{allocated: allocated, free: free}}
}

// Tick decides once.
func (m *MemoryTrimmer) Tick() { m.tick() }

// AllocatedBytes returns how much the process has allocated.
func AllocatedBytes() uint64 { return allocatedBytes() }

// Clock is a clock that a test sets.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that stands still.
func NewClock(now time.Time) *Clock { return &Clock{now: now} }

// Add moves the clock.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *Clock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// StartWithClock starts a server that reads the time of its certificate from a clock.
func StartWithClock(ctx context.Context, options Options, clock *Clock) (*App, error) {
	started, err := Start(ctx, options)
	if err == nil {
		started.cert.now = clock.read
	}
	return started, err
}
