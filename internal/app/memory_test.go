package app_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/app"
)

// TestMemoryIsReturnedAfterWork: once, when the server has nothing more to do.
func TestMemoryIsReturnedAfterWork(t *testing.T) {
	t.Parallel()
	var allocated uint64
	var freedAt []int
	tick := 0
	m := app.NewMemoryTrimmer(func() uint64 { return allocated }, func() { freedAt = append(freedAt, tick) })
	for i, megabytes := range []uint64{
		40, 100, 1, // a start, then work, then nothing
		1, 1, 0, // what an idle server does
		50, 50, 0, 0, // work again
	} {
		tick = i
		allocated += megabytes << 20
		m.Tick()
	}
	if diff := cmp.Diff([]int{2, 8}, freedAt); diff != "" {
		t.Errorf("memory was returned at (-want +got)\n%s", diff)
	}
	if app.AllocatedBytes() == 0 {
		t.Error("nothing is allocated")
	}
}
