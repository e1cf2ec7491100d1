package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// figure is what one tool needed for one step.
type figure struct {
	Seconds   []float64 `json:"seconds,omitempty"`    // of each round
	CPU       []float64 `json:"cpuSeconds,omitempty"` // of each round
	Megabytes float64   `json:"megabytes,omitempty"`  // the most that a process had at a time, in all rounds
	Problem   string    `json:"problem,omitempty"`    // why there is no time
}

// String returns the median of the times, and the memory.
func (f figure) String() string {
	switch {
	case f.Problem != "":
		return f.Problem
	case len(f.Seconds) == 0:
		return "not run"
	}
	sorted := slices.Sorted(slices.Values(f.Seconds))
	seconds := sorted[(len(sorted)-1)/2]
	digits := 2
	if seconds >= 10 {
		digits = 1
	}
	return fmt.Sprintf("%.*f s, %.0f MB", digits, seconds, f.Megabytes)
}

// last returns the figure of the last round.
func (f figure) last() string {
	if f.Problem == "" {
		f.Seconds = f.Seconds[len(f.Seconds)-1:]
	}
	return f.String()
}

// step runs a tool in the folder of a project and adds what it used to the figure.
func (s *session) step(f *figure, t *tool, folder, step string) {
	ctx, stop := context.WithTimeout(s.ctx, s.limit)
	defer stop()
	command := exec.CommandContext(ctx, t.program, t.arguments(step)...) //nolint:gosec // the programs are ours and the caller's
	command.Dir = folder
	command.Env = append(plainEnvironment(), t.environment...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) } // and its child processes
	command.WaitDelay = 10 * time.Second
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	began := time.Now()
	err := command.Run()
	took := time.Since(began)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		f.Problem = fmt.Sprintf("over %.0f s", s.limit.Seconds())
		return
	case err != nil:
		f.Problem = "failed"
		fmt.Fprintf(s.log, "%s %s: %v\n%s\n", t.name, strings.Join(t.arguments(step), " "), err, lastLines(output.String()))
		return
	}
	f.Seconds = append(f.Seconds, took.Seconds())
	f.CPU = append(f.CPU, (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds())
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		f.Megabytes = max(f.Megabytes, float64(usage.Maxrss)/1024)
	}
}

// plainEnvironment returns the environment without the settings of Python. One of them, which is usual in containers, makes
// Python compile all modules at every start.
func plainEnvironment() []string {
	return slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(variable, "PYTHON") })
}

// lastLines returns the end of an output.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(len(lines)-20, 0):], "\n")
}
