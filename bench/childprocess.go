package main

import (
	"context"
	"os"
	"os/exec"
	"strconv"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/cli"
)

// childMode is the environment variable that makes this program another one, so that a separate process can be
// measured, or can measure.
const childMode = "MILLRACE_BENCH_MODE"

// What this program can be.
const (
	asCommand = "command" // the platform's command line
	asClient  = "client"  // sends requests to a server
	asDriver  = "driver"  // sends statements to DuckDB's driver
)

// runAsChild runs the program in the mode that its environment names, and returns false if it names none.
func runAsChild() (code int, ok bool) {
	switch os.Getenv(childMode) {
	case asCommand:
		return runCommand(), true
	case asClient:
		return exitCode(serveClient(os.Stdin, os.Stdout)), true
	case asDriver:
		return exitCode(serveDriver(context.Background(), os.Stdin, os.Stdout)), true
	}
	return 0, false
}

// childProfile is the environment variable with the file for the CPU profiles of the command line; each process adds its id.
const childProfile = "MILLRACE_BENCH_PROFILE"

// runCommand runs the platform's command line.
func runCommand() (code int) {
	program := cli.Program{Version: "bench", Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{}}
	path := os.Getenv(childProfile)
	if path != "" {
		path += "." + strconv.Itoa(os.Getpid())
	}
	err := profiled(path, func() error {
		code = program.Run(context.Background())
		return nil
	})
	return max(code, exitCode(err))
}

// childCommand returns the command that starts this program in a mode. The process ends with the context.
func childCommand(ctx context.Context, mode string, args ...string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, self, args...) //nolint:gosec // this very program
	command.Env = append(os.Environ(), childMode+"="+mode)
	command.Stderr = os.Stderr
	return command, nil
}
