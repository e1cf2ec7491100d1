package postgres

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// defaultTimeout limits connecting, and each answer after it.
const defaultTimeout = 5 * time.Second

// Options configure the driver.
type Options struct {
	// Timeout limits each of connecting, answering an internal query and stopping a statement; 0 means 5 s.
	Timeout time.Duration
}

// Driver is the driver for PostgreSQL.
type Driver struct{ timeout time.Duration }

// New returns the driver.
func New(options Options) *Driver {
	if options.Timeout == 0 {
		options.Timeout = defaultTimeout
	}
	return &Driver{options.Timeout}
}

// Check checks the settings.
func (d *Driver) Check(c engine.Connection) error {
	_, err := readSettings(c)
	return err
}

// Test connects, queries the server's version and closes the connection.
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
