package collector_test

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/collector"
)

func TestGrowthKeepsTheHeapInTheBudget(t *testing.T) {
	t.Parallel()
	const megabyte = 1 << 20
	for live, want := range map[uint64]int{
		0: 100, 10 * megabyte: 100, 70 * megabyte: 100, 80 * megabyte: 75, 100 * megabyte: 40, 140 * megabyte: 40, 1000 * megabyte: 40,
	} {
		if got := collector.Growth(live); got != want {
			t.Errorf("%d MB may grow by %d %%, want %d %%", live/megabyte, got, want)
		}
	}
}

// asChild says that this process is to tune itself and print what it has set.
const asChild = "MILLRACE_TEST_COLLECTOR"

// TestSettingsFollowTheHeap runs in processes of its own, because the settings are those of a process.
func TestSettingsFollowTheHeap(t *testing.T) {
	t.Parallel()
	if os.Getenv(asChild) != "" {
		return
	}
	for setting, want := range map[string]string{"": "small 100 large 40", "GOGC=200": "small 200 large 200"} {
		child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChild$", "-test.v")
		child.Env = append(os.Environ(), asChild+"=1", "GOGC=", "GOMEMLIMIT=", setting)
		out, err := child.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Errorf("with %q: want %q, got %v\n%s", setting, want, err, out)
		}
	}
}

func TestChild(t *testing.T) { //nolint:paralleltest // it changes the settings of its process
	if os.Getenv(asChild) == "" {
		t.Skip("only in a process of its own")
	}
	collector.Tune()
	small := percent()
	held := make([]byte, 200<<20)
	large := small
	for wait := time.Now().Add(time.Minute); large == small && os.Getenv("GOGC") == "" && time.Now().Before(wait); large = percent() {
		runtime.GC()
	}
	runtime.KeepAlive(held)
	t.Logf("small %d large %d", small, large)
}

// percent returns the setting of the process.
func percent() uint64 {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
