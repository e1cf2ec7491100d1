package duckdb

import (
	"cmp"
	"context"
	"os"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// Options configure the driver.
type Options struct {
	// DataFolder is the server's own folder, which connections must not use besides their own folder in it. Empty if there
	// is none.
	DataFolder string
	// Threads is used for connections that do not set threads. 0 leaves the choice to DuckDB, which uses one per CPU.
	Threads int
	// Memory is the most that a connection may set, and the default, in bytes; 0 leaves the choice to DuckDB.
	Memory int64
	// TempSpace is the most that DuckDB writes to disk for data that does not fit into memory, in bytes; 0 leaves the
	// choice to DuckDB.
	TempSpace int64
	// Patience is how long a session waits for a database that another environment or workspace uses; 0 means 30 s.
	Patience time.Duration
	// ShowFolder lets errors name the folder in which DuckDB looked for files. A server does not show its folders.
	ShowFolder bool
}

// patience is the default of Options.Patience.
const patience = 30 * time.Second

// Driver is the driver for DuckDB. A process needs exactly one: two drivers cannot open the same folder.
type Driver struct {
	options Options
	dialect *dialect.Dialect // DuckDB's
	lakes   *dialect.Dialect // DuckLake's

	mu      sync.Mutex
	folders map[string]*sharedFolder // by folder; never removed, because they are few and small
}

// New returns the driver.
func New(options Options) *Driver {
	d, _ := dialect.Lookup(enginekind.DuckDB)
	lakes, _ := dialect.Lookup(enginekind.DuckLake)
	return &Driver{options: options, dialect: d, lakes: lakes, folders: map[string]*sharedFolder{}}
}

// DialectOf returns the SQL of a kind.
func (d *Driver) DialectOf(kind string) *dialect.Dialect {
	if kind == enginekind.DuckLake {
		return d.lakes
	}
	return d.dialect
}

// Check checks the settings, and the folder that the path leads to.
func (d *Driver) Check(c engine.Connection) error {
	_, err := d.Target(c)
	return err
}

// Test creates the folder if it is missing, and writes and reads a database file in it.
func (d *Driver) Test(ctx context.Context, c engine.Connection) (engine.Info, error) {
	target, err := d.Target(c)
	if err != nil {
		return engine.Info{}, err
	}
	return d.TestTarget(ctx, target)
}

// TestTarget does the same for settings that were read.
func (d *Driver) TestTarget(ctx context.Context, target Target) (engine.Info, error) {
	if err := os.MkdirAll(target.Folder, 0o700); err != nil {
		return engine.Info{}, unusable(err, "cannot create the folder of the duckdb connection")
	}
	if target.Lake != nil {
		return testLake(ctx, target)
	}
	if err := d.sharedFolder(target.Folder).checkFree(ctx); err != nil {
		return engine.Info{}, err
	}
	version, err := probe(ctx, target.Folder)
	if ctx.Err() != nil {
		return engine.Info{}, fault.Wrap(ctx.Err(), fault.Canceled, "the test of the duckdb connection was canceled")
	}
	if err != nil {
		return engine.Info{}, unusable(err, "cannot use a database file in the folder of the duckdb connection")
	}
	return engine.Info{Version: version}, nil
}

func unusable(cause error, message string) error {
	return fault.Wrap(cause, fault.Unavailable, "%s", message).
		WithHint("Check that the server's user can write to that folder and that its disk has free space.")
}

// Open opens the folder of a connection, or shares it if it is open.
func (d *Driver) Open(ctx context.Context, c engine.Connection) (engine.Engine, error) {
	target, err := d.Target(c)
	if err != nil {
		return nil, err
	}
	return d.OpenTarget(ctx, target)
}

// OpenTarget does the same for settings that were read.
func (d *Driver) OpenTarget(ctx context.Context, target Target) (engine.Engine, error) {
	opened := &embedded{dialect: d.DialectOf(target.Kind()), folder: d.sharedFolder(target.Folder), target: target}
	if err := opened.folder.join(ctx, opened); err != nil {
		return nil, err
	}
	return opened, nil
}

// sharedFolder returns the shared folder of a path.
func (d *Driver) sharedFolder(folder string) *sharedFolder {
	d.mu.Lock()
	defer d.mu.Unlock()
	found, ok := d.folders[folder]
	if !ok {
		found = newSharedFolder(folder, cmp.Or(d.options.Patience, patience))
		d.folders[folder] = found
	}
	return found
}
