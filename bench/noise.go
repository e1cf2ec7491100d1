package main

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// noise watches what else the machine does, since a figure from a busy one says little.
type noise struct {
	began time.Time
	all   time.Duration // that processors were busy, since the machine started
	own   time.Duration // of it for this program
}

func listen() noise { return noise{time.Now(), busyTime(), processorTime()} }

// share is how much of the processors others had since.
func (n noise) share() string {
	all := busyTime()
	if all == 0 {
		return "unknown"
	}
	others := (all - n.all) - (processorTime() - n.own)
	whole := time.Since(n.began) * time.Duration(runtime.NumCPU())
	return fmt.Sprintf("%.0f %%", 100*max(others.Seconds(), 0)/whole.Seconds())
}

// ticks is how many parts of a second Linux counts in.
const ticks = 100

// busyTime is how long all processors have been busy, where the system tells.
func busyTime() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), "\n")
	var sum int64
	for i, word := range strings.Fields(first) {
		isIdle := i == 4 || i == 5 // and waiting for a disk; the first word is the name of the line
		if count, err := strconv.ParseInt(word, 10, 64); err == nil && !isIdle {
			sum += count
		}
	}
	return time.Duration(sum) * time.Second / ticks
}

// processorTime is what this program and the ones that it started have used.
func processorTime() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return sum
}
