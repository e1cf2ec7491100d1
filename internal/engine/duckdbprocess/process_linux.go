package duckdbprocess

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// attributes put the child into its own process group, so that an interrupt in a terminal reaches only the server, and
// let the kernel kill it with the server.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// memory returns the bytes that only this process uses. It returns false if the process has ended.
func (p *process) memory() (int64, bool) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.command.Process.Pid))
	if err != nil {
		return 0, false
	}
	fields := strings.Fields(string(raw)) // pages: total, resident, shared, ...
	if len(fields) < 3 {
		return 0, false
	}
	resident, err := strconv.ParseInt(fields[1], 10, 64)
	shared, err2 := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || err2 != nil {
		return 0, false
	}
	return (resident - shared) * int64(os.Getpagesize()), true
}

// niceness is added to that of the server: while both need the CPUs, the server gets about three times as much as a child. It needs
// little, and users wait for it.
const niceness = 5

// lowerPriority lowers the priority of all threads of the running process; new threads inherit it. A process works with any priority, so
// errors are ignored.
func lowerPriority() {
	const highest = 20 // what the kernel returns for a niceness of 0
	current, err := syscall.Getpriority(syscall.PRIO_PROCESS, 0)
	if err != nil {
		return
	}
	isSet := map[string]bool{}
	for before := -1; before < len(isSet); { // until there is no thread that started meanwhile
		before = len(isSet)
		threads, _ := os.ReadDir("/proc/self/task")
		for _, thread := range threads {
			if id, err := strconv.Atoi(thread.Name()); err == nil && !isSet[thread.Name()] {
				isSet[thread.Name()] = true
				_ = syscall.Setpriority(syscall.PRIO_PROCESS, id, highest-current+niceness)
			}
		}
	}
}

// applyLimits limits the running process. The kernel ends it before the server if memory is short.
func applyLimits(memory int64) error {
	lowerPriority()
	if err := os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0); err != nil {
		return fmt.Errorf("set the process's priority for the kernel: %w", err)
	}
	if memory <= 0 {
		return nil
	}
	limit := syscall.Rlimit{Cur: uint64(memory), Max: uint64(memory)}
	return syscall.Setrlimit(syscall.RLIMIT_DATA, &limit)
}

// machineMemory returns the memory of the machine or of the container, in bytes; 0 if it is unknown.
func machineMemory() int64 {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return 0
	}
	total := int64(info.Totalram) * int64(info.Unit) //nolint:gosec,unconvert,nolintlint // within the range of memory; the type differs by machine
	for _, path := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		limit, err := strconv.ParseInt(strings.TrimSpace(string(raw)), 10, 64)
		if err == nil && limit > 0 && limit < total {
			total = limit
		}
	}
	return total
}
