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

// otherLoad observes how much CPU time other processes use, because a figure from a busy machine is not reliable.
type otherLoad struct {
	began time.Time
	all   time.Duration // CPU time of all processes since the machine started
	own   time.Duration // CPU time of this program
}

func startObservingLoad() otherLoad { return otherLoad{time.Now(), busyTime(), cpuTime()} }

// otherShare returns the share of the CPUs that other processes used since the observation started.
func (n otherLoad) otherShare() string {
	all := busyTime()
	if all == 0 {
		return "unknown"
	}
	others := (all - n.all) - (cpuTime() - n.own)
	whole := time.Since(n.began) * time.Duration(runtime.NumCPU())
	return fmt.Sprintf("%.0f %%", 100*max(others.Seconds(), 0)/whole.Seconds())
}

// ticks is the number of clock ticks per second in /proc/stat.
const ticks = 100

// busyTime returns the CPU time of all processes, or 0 if the system does not report it.
func busyTime() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), "\n")
	var sum int64
	for i, word := range strings.Fields(first) {
		isIdle := i == 4 || i == 5 // idle, or waiting for a disk; the first word is the name of the line
		if count, err := strconv.ParseInt(word, 10, 64); err == nil && !isIdle {
			sum += count
		}
	}
	return time.Duration(sum) * time.Second / ticks
}

// cpuTime returns the CPU time of this program and of its child processes, those that run included.
func cpuTime() time.Duration {
	sum := runningChildrenTime()
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return sum
}

// runningChildrenTime returns the CPU time of the child processes that run and of theirs, or 0 if the system does not
// report it.
func runningChildrenTime() time.Duration {
	var sum int64
	for _, child := range childProcesses("self") {
		sum += processTicks(child)
		for _, below := range childProcesses(child) {
			sum += processTicks(below)
		}
	}
	return time.Duration(sum) * time.Second / ticks
}

// childProcesses returns the ids of the child processes of a process that run.
func childProcesses(of string) []string {
	threads, err := os.ReadDir("/proc/" + of + "/task")
	if err != nil {
		return nil
	}
	var found []string
	for _, thread := range threads {
		children, err := os.ReadFile("/proc/" + of + "/task/" + thread.Name() + "/children")
		if err == nil { // otherwise the thread has ended
			found = append(found, strings.Fields(string(children))...)
		}
	}
	return found
}

// processTicks returns the CPU time of a process in clock ticks.
func processTicks(id string) int64 {
	text, err := os.ReadFile("/proc/" + id + "/stat")
	if err != nil {
		return 0 // it has ended; its time is among that of the children that ended
	}
	_, facts, _ := strings.Cut(string(text), ") ") // the name in front may contain spaces
	const userTime, systemTime = 11, 12
	fields := strings.Fields(facts)
	if len(fields) <= systemTime {
		return 0
	}
	user, _ := strconv.ParseInt(fields[userTime], 10, 64)
	system, _ := strconv.ParseInt(fields[systemTime], 10, 64)
	return user + system
}
