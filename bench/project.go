package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/projectgen"
)

// compiled is what a process of its own found out about a project.
type compiled struct {
	Seconds float64 // load, validate, render both templates, graph and lineage
	Edit    float64 // seconds for one edited node
	Nodes   int
	Errors  int

	peak float64 // megabytes of the whole process
}

// projects measures the compiler: cold, in a process of its own, so that nothing is warm and its memory is its own.
func (b *bench) projects() (err error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	small, err := b.coldProject(filepath.Join(folder, "small"), 1_000)
	if err != nil {
		return err
	}
	large, err := b.coldProject(filepath.Join(folder, "large"), 10_000)
	if err != nil {
		return err
	}
	b.report("compile 10,000 nodes, cold", large.Seconds, 3, "s", large.Seconds > 3)
	b.report("peak memory of that", large.peak, 400, "M", large.peak > 400)
	growth := large.Seconds / small.Seconds
	b.report("10,000 nodes against 1,000", growth, 12, "x", growth > 12)
	b.report("one edited node among 10,000, milliseconds", large.Edit*1000, 100, "m", large.Edit*1000 > 100)
	return nil
}

// coldProject generates a project and compiles it in fresh processes; the median counts.
func (b *bench) coldProject(folder string, nodes int) (compiled, error) {
	if err := projectgen.Generate(projectgen.Typical(1, nodes)).Write(folder); err != nil {
		return compiled{}, err
	}
	var seconds, edits, peaks []float64
	var last compiled
	for range b.rounds {
		c, err := compileElsewhere(folder)
		if err != nil {
			return c, err
		}
		if c.Errors > 0 || c.Nodes < nodes*9/10 {
			return c, fmt.Errorf("the generated project has %d nodes and %d errors", c.Nodes, c.Errors)
		}
		seconds, edits, peaks, last = append(seconds, c.Seconds), append(edits, c.Edit), append(peaks, c.peak), c
	}
	last.Seconds, last.Edit, last.peak = median(seconds), median(edits), median(peaks)
	return last, nil
}

// compileElsewhere starts this program again for one project.
func compileElsewhere(folder string) (compiled, error) {
	self, err := os.Executable()
	if err != nil {
		return compiled{}, err
	}
	command := exec.Command(self, "-project", folder) //nolint:gosec,noctx // this very program, for one bounded measurement
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return compiled{}, err
	}
	var c compiled
	if err := json.Unmarshal(out, &c); err != nil {
		return c, err
	}
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = float64(usage.Maxrss) / 1024
	}
	return c, nil
}

// compileHere is the other end of compileElsewhere.
func compileHere(folder string) error {
	began := time.Now()
	fsys := os.DirFS(folder)
	c := compiler.Compile(fsys, compiler.Options{})
	result := compiled{Seconds: time.Since(began).Seconds(), Nodes: len(c.Nodes())}
	result.Errors, _ = diagnostic.Count(c.Diagnostics)
	if result.Nodes > 0 {
		middle := c.Nodes()[result.Nodes/2]
		began = time.Now()
		next := c.Edit(fsys, middle.File)
		result.Edit = time.Since(began).Seconds()
		runtime.KeepAlive(next)
	}
	return json.NewEncoder(os.Stdout).Encode(result)
}
