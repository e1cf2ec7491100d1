package postgres

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// defaultTimeout is how long a server may take to let us in, and again to answer.
const defaultTimeout = 5 * time.Second

// Options change how the driver works.
type Options struct {
	// Timeout is for each of connecting, answering a question and stopping a statement; 0 means 5 s.
	Timeout time.Duration
}

// Driver is the driver for PostgreSQL.
type Driver struct{ timeout time.Duration }

// New makes the driver.
func New(options Options) *Driver {
	if options.Timeout == 0 {
		options.Timeout = defaultTimeout
	}
	return &Driver{options.Timeout}
}

// Check looks at the settings.
func (d *Driver) Check(c engine.Connection) error {
	_, err := readSettings(c)
	return err
}

// Test connects, asks the server for its version and closes the connection.
func (d *Driver) Test(ctx context.Context, c engine.Connection) (engine.Info, error) {
	settings, err := readSettings(c)
	if err != nil {
		return engine.Info{}, err
	}
	config, err := settings.pgxConfig()
	if err != nil {
		return engine.Info{}, err
	}
	version, err := d.probe(ctx, config)
	if err != nil {
		return engine.Info{}, attempt{settings, d.timeout}.fault(ctx, err)
	}
	return engine.Info{Version: version}, nil
}
