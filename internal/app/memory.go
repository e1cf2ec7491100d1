package app

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// trimInterval is the time between decisions. In that time a server without work allocates less than quietBytes.
	trimInterval = 2 * time.Second
	quietBytes   = 2 << 20
	// worthTrimming is how much must have been allocated since the last time. To collect costs milliseconds.
	worthTrimming = 16 << 20
)

// memoryTrimmer returns memory to the operating system when work has ended. Go collects when the heap has grown, so that
// after a burst of runs or plans a server that does nothing would keep for minutes what they used.
type memoryTrimmer struct {
	allocated func() uint64 // bytes since the process started
	free      func()

	last    uint64 // allocated at the last tick
	trimmed uint64 // allocated when memory was last returned
}

func newMemoryTrimmer() *memoryTrimmer {
	return &memoryTrimmer{allocated: allocatedBytes, free: debug.FreeOSMemory}
}

func allocatedBytes() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// run trims until the context ends.
func (m *memoryTrimmer) run(ctx context.Context) {
	ticker := time.NewTicker(trimInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			m.tick()
		}
	}
}

// tick returns memory if much was allocated since the last time, and little since the last tick.
func (m *memoryTrimmer) tick() {
	now := m.allocated()
	isQuiet := now-m.last < quietBytes
	m.last = now
	if isQuiet && now-m.trimmed >= worthTrimming {
		m.free()
		m.trimmed = now
	}
}
