package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/millrace/millrace/internal/plan"
)

// driverProcess is directDriver in a process of its own, because the platform's DuckDB also has one. In the process of
// the benchmark, it would share memory and threads with the platform.
type driverProcess struct {
	command *exec.Cmd
	stdin   io.WriteCloser
	send    *json.Encoder
	receive *json.Decoder
}

// driverOrder is the first message to the process. The names of the plans to execute follow, one message for each.
type driverOrder struct {
	Files databaseFiles        `json:"files"`
	Plans map[string]plan.Plan `json:"plans"`
}

// driverReply is the response to each name.
type driverReply struct {
	Seconds float64 `json:"seconds"`
	Error   string  `json:"error,omitempty"`
}

// startDriver starts the process. It opens the files before it executes the first plan.
func startDriver(ctx context.Context, order driverOrder) (*driverProcess, error) {
	command, err := childCommand(ctx, asDriver)
	if err != nil {
		return nil, err
	}
	stdin, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	d := &driverProcess{command, stdin, json.NewEncoder(stdin), json.NewDecoder(stdout)}
	return d, d.send.Encode(order)
}

// run executes a plan and returns how long that took.
func (d *driverProcess) run(name string) (seconds float64, err error) {
	if err := d.send.Encode(name); err != nil {
		return 0, err
	}
	var reply driverReply
	if err := d.receive.Decode(&reply); err != nil {
		return 0, fmt.Errorf("the process of the driver ended: %w", err)
	}
	if reply.Error != "" {
		return 0, errors.New(reply.Error)
	}
	return reply.Seconds, nil
}

// close lets the process close its files and waits for its end.
func (d *driverProcess) close() error { return errors.Join(d.stdin.Close(), d.command.Wait()) }

// serveDriver is the other end of driverProcess.
func serveDriver(ctx context.Context, in io.Reader, out io.Writer) (err error) {
	receive, send := json.NewDecoder(in), json.NewEncoder(out)
	var order driverOrder
	if err := receive.Decode(&order); err != nil {
		return err
	}
	direct, err := openDirect(ctx, order.Files)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, direct.close()) }()
	for {
		var name string
		if err := receive.Decode(&name); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var reply driverReply
		began := time.Now()
		if err := direct.runPlan(ctx, order.Plans[name]); err != nil {
			reply.Error = err.Error()
		}
		reply.Seconds = time.Since(began).Seconds()
		if err := send.Encode(reply); err != nil {
			return err
		}
	}
}
