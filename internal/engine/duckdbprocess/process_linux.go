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

// applyLimits limits the running process. The kernel ends it before the server if memory is short.
func applyLimits(memory int64) error {
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
