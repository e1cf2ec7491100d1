package duckdb

import (
	"context"
	"os"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Options are what the driver has to know of its server.
type Options struct {
	// DataFolder is the server's own folder, which connections must keep out of. Empty when there is none.
	DataFolder string
}

// Driver is the driver for DuckDB.
type Driver struct{ options Options }

// New makes the driver.
func New(options Options) *Driver { return &Driver{options} }

// Check looks at the settings, and at where the path leads.
func (d *Driver) Check(c engine.Connection) error {
	_, err := d.folder(c)
	return err
}

// Test makes the folder if it is missing, and writes and reads a database file in it.
func (d *Driver) Test(ctx context.Context, c engine.Connection) (engine.Info, error) {
	folder, err := d.folder(c)
	if err != nil {
		return engine.Info{}, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return engine.Info{}, unusable(err, "the folder of the duckdb connection cannot be made")
	}
	version, err := probe(ctx, folder)
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
