package duckdbprocess

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
)

// Options configure the driver.
type Options struct {
	duckdb.Options

	// Command starts a child.
	Command Command
	// Memory is the most that a child may use, in bytes; 0 uses half of the machine's memory.
	Memory int64
}

// The shares of a child's memory.
const (
	defaultShare = 2  // of the machine: one half
	duckDBShare  = 60 // percent of the child's memory that DuckDB may use; the rest is for what it does not count
)

// Driver is the driver for DuckDB in child processes. A process needs exactly one: two drivers cannot open the same
// folder.
type Driver struct {
	settings *duckdb.Driver // reads settings; it opens nothing
	command  Command
	limits   processLimits
	numbers  atomic.Uint64 // of engines and sessions

	mu          sync.Mutex
	supervisors map[string]*supervisor // by folder; never removed, because they are few and small
	pausedBelow string                 // the path that Pause was called for; empty if nothing is paused

	pausing sync.Mutex // held while something is paused
}

// New returns the driver.
func New(o Options) *Driver {
	memory := o.Memory
	if memory == 0 {
		memory = machineMemory() / defaultShare
	}
	o.Options.Memory = memory / 100 * duckDBShare
	return &Driver{
		settings: duckdb.New(o.Options), command: o.Command, limits: processLimits{memory: memory}, supervisors: map[string]*supervisor{},
	}
}

// Check checks the settings, and the folder that the path leads to.
func (d *Driver) Check(c engine.Connection) error { return d.settings.Check(c) }

// Test creates the folder if it is missing, and lets the child write and read a database file in it.
func (d *Driver) Test(ctx context.Context, c engine.Connection) (engine.Info, error) {
	target, err := d.settings.Target(c)
	if err != nil {
		return engine.Info{}, err
	}
	return d.TestTarget(ctx, target)
}

// TestTarget does the same for settings that were read.
func (d *Driver) TestTarget(ctx context.Context, target duckdb.Target) (engine.Info, error) {
	s := d.supervisor(target.Folder)
	s.join()        //nolint:contextcheck // it waits for no work
	defer s.leave() //nolint:contextcheck // it ends the child after the call was canceled too
	if err := s.gate.enter(ctx, true); err != nil {
		return engine.Info{}, err
	}
	defer s.gate.leave()
	running, err := s.running(ctx)
	if err != nil {
		return engine.Info{}, err
	}
	message, err := running.call(ctx, request{operation: opTest}, options{}, func(e *encoder) { e.targetOf(target) })
	if err != nil {
		return engine.Info{}, err
	}
	return engine.Info{Version: message.text()}, nil
}

// AllowedFolder resolves a path relative to a connection's own folder, and checks that the connection may use it.
func (d *Driver) AllowedFolder(path string, c engine.Connection) (string, error) {
	return d.settings.AllowedFolder(path, c)
}

// Limits returns what a connection may use that sets nothing itself.
func (d *Driver) Limits(r *engine.Reader) duckdb.Target { return d.settings.Limits(r) }

// Open opens the folder of a connection in its child, and starts the child if it does not run.
func (d *Driver) Open(ctx context.Context, c engine.Connection) (engine.Engine, error) {
	target, err := d.settings.Target(c)
	if err != nil {
		return nil, err
	}
	return d.OpenTarget(ctx, target)
}

// OpenTarget does the same for settings that were read.
func (d *Driver) OpenTarget(ctx context.Context, target duckdb.Target) (engine.Engine, error) {
	s := d.supervisor(target.Folder)
	s.join() //nolint:contextcheck // as above
	e := &remoteEngine{driver: d, supervisor: s, target: target, dialect: d.settings.DialectOf(target.Kind()), opening: make(chan struct{}, 1)}
	if err := e.open(ctx); err != nil {
		s.leave() //nolint:contextcheck // as above
		return nil, err
	}
	return e, nil
}

// supervisor returns the supervisor of a folder.
func (d *Driver) supervisor(folder string) *supervisor {
	d.mu.Lock()
	defer d.mu.Unlock()
	found, ok := d.supervisors[folder]
	if !ok {
		found = newSupervisor(d.command, d.limits, folder)
		if isBelow(folder, d.pausedBelow) {
			found.gate.drain()
		}
		d.supervisors[folder] = found
	}
	return found
}
