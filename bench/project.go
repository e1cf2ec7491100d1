package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/projectgen"
)

// asCommand is the environment variable that makes this program the platform's command line, so that a separate process
// can be measured.
const asCommand = "MILLRACE_BENCH_AS_COMMAND"

// runCommand runs the command line in the child process.
func runCommand() int {
	program := cli.Program{Version: "bench", Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{}}
	return program.Run(context.Background())
}

// resourceUse is the time and peak memory of a command.
type resourceUse struct {
	seconds, megabytes float64
}

// projects measures the compiler on generated projects. `millrace validate` loads the project, renders both templates
// of every node and follows every column, cold, in a separate process. Then it measures one edited node in a loaded
// project.
func (b *bench) projects() (err error) {
	folder, err := os.MkdirTemp("", "millrace-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	small, err := b.validate(filepath.Join(folder, "small"), 1_000)
	if err != nil {
		return err
	}
	large, err := b.validate(filepath.Join(folder, "large"), 10_000)
	if err != nil {
		return err
	}
	b.report("validate 10,000 nodes, cold", large.seconds, 3, "s", large.seconds > 3)
	b.report("peak memory of that, megabytes", large.megabytes, 400, "", large.megabytes > 400)
	growth := large.seconds / small.seconds
	b.report("validate 10,000 nodes / 1,000 nodes", growth, 12, "x", growth > 12)
	return b.edit(filepath.Join(folder, "large"))
}

// validate generates a project, validates it in several rounds and returns the medians.
func (b *bench) validate(folder string, nodes int) (resourceUse, error) {
	if err := projectgen.Generate(projectgen.Typical(1, nodes)).Write(folder); err != nil {
		return resourceUse{}, err
	}
	var seconds, megabytes []float64
	for range b.rounds {
		c, err := b.command("validate", "--strict", folder)
		if err != nil {
			return c, err
		}
		seconds, megabytes = append(seconds, c.seconds), append(megabytes, c.megabytes)
	}
	return resourceUse{median(seconds), median(megabytes)}, nil
}

// command runs this program again as the command line.
func (b *bench) command(args ...string) (resourceUse, error) {
	self, err := os.Executable()
	if err != nil {
		return resourceUse{}, err
	}
	command := exec.CommandContext(b.ctx, self, args...) //nolint:gosec // this very program
	command.Env = append(os.Environ(), asCommand+"=1")
	command.Stdout, command.Stderr = io.Discard, os.Stderr
	began := time.Now()
	if err := command.Run(); err != nil {
		return resourceUse{}, fmt.Errorf("millrace %v: %w", args, err)
	}
	c := resourceUse{seconds: time.Since(began).Seconds()}
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.megabytes = float64(usage.Maxrss) / 1024
	}
	return c, nil
}

// edit measures how long a loaded project takes to compile one edited node.
func (b *bench) edit(folder string) error {
	fsys := os.DirFS(folder)
	c := compiler.Compile(fsys, compiler.Options{})
	nodes := c.Nodes()
	var took []float64
	for i := range 20 {
		file := nodes[i*len(nodes)/20].File
		began := time.Now()
		c = c.Edit(fsys, file)
		took = append(took, float64(time.Since(began).Milliseconds()))
	}
	b.report("one edited node among 10,000, milliseconds", median(took), 100, "", median(took) > 100)
	return nil
}
