package app

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
