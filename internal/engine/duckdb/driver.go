package duckdb

import (
	"context"
	"os"
	"sync"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// Options are what the driver has to know of its server.
type Options struct {
	// DataFolder is the server's own folder, which connections must keep out of. Empty when there is none.
	DataFolder string
}

// Driver is the driver for DuckDB. A process needs one: two of them cannot open the same folder.
type Driver struct {
	options Options
	dialect *dialect.Dialect

	mu    sync.Mutex
	homes map[string]*sharedFolder // by folder; they stay, since they are few and small
}

// New makes the driver.
func New(options Options) *Driver {
	d, _ := dialect.Lookup(enginekind.DuckDB)
	return &Driver{options: options, dialect: d, homes: map[string]*sharedFolder{}}
}

// Check looks at the settings, and at where the path leads.
func (d *Driver) Check(c engine.Connection) error {
	_, err := d.settings(c)
	return err
}

// Test makes the folder if it is missing, and writes and reads a database file in it.
func (d *Driver) Test(ctx context.Context, c engine.Connection) (engine.Info, error) {
	s, err := d.settings(c)
	if err != nil {
		return engine.Info{}, err
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return engine.Info{}, unusable(err, "the folder of the duckdb connection cannot be made")
	}
	if err := d.home(s.folder).checkFree(ctx); err != nil {
		return engine.Info{}, err
	}
	version, err := probe(ctx, s.folder)
	if ctx.Err() != nil {
		return engine.Info{}, fault.Wrap(ctx.Err(), fault.Canceled, "the test of the duckdb connection was given up")
	}
	if err != nil {
		return engine.Info{}, unusable(err, "no database file can be used in the folder of the duckdb connection")
	}
	return engine.Info{Version: version}, nil
}

func unusable(cause error, message string) error {
	return fault.Wrap(cause, fault.Unavailable, "%s", message).
		WithHint("The server's user must be able to write to that folder, and its disk must have room.")
}

// Open opens the folder of a connection, or joins those who have it open.
func (d *Driver) Open(ctx context.Context, c engine.Connection) (engine.Engine, error) {
	s, err := d.settings(c)
	if err != nil {
		return nil, err
	}
	home := d.home(s.folder)
	if err := home.join(ctx, s.limits); err != nil {
		return nil, err
	}
	return &embedded{dialect: d.dialect, home: home}, nil
}

// sharedFolder is the one of a folder.
func (d *Driver) home(folder string) *sharedFolder {
	d.mu.Lock()
	defer d.mu.Unlock()
	found, ok := d.homes[folder]
	if !ok {
		found = &sharedFolder{folder: folder, turn: make(contextMutex, 1)}
		d.homes[folder] = found
	}
	return found
}
