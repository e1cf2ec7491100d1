package main

import (
	"fmt"
	"io"
	"syscall"
	"time"
)

// resourceUse is what a command used.
type resourceUse struct {
	seconds, cpu float64
	megabytes    float64 // the most that it had at a time
}

// command runs the command line in a separate process.
func (b *bench) command(args ...string) (resourceUse, error) {
	command, err := childCommand(b.ctx, asCommand, args...)
	if err != nil {
		return resourceUse{}, err
	}
	command.Stdout = io.Discard
	began := time.Now()
	if err := command.Run(); err != nil {
		return resourceUse{}, fmt.Errorf("millrace %v: %w", args, err)
	}
	used := resourceUse{seconds: time.Since(began).Seconds()}
	used.cpu = (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		used.megabytes = float64(usage.Maxrss) / 1024
	}
	return used, nil
}
