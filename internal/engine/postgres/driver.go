package postgres

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// defaultTimeout limits connecting, and each answer after it.
const defaultTimeout = 5 * time.Second

// Options configure the driver.
type Options struct {
	// Timeout limits each of connecting, answering an internal query and stopping a statement; 0 means 5 s.
	Timeout time.Duration
	// Logger receives why a server could not be reached, which users do not learn; nil logs nothing.
	Logger *slog.Logger
}

// Driver is the driver for PostgreSQL.
type Driver struct {
	timeout time.Duration
	logger  *slog.Logger
}

// New returns the driver.
func New(options Options) *Driver {
	if options.Timeout == 0 {
		options.Timeout = defaultTimeout
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	return &Driver{options.Timeout, options.Logger}
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
		return engine.Info{}, attempt{settings, d.timeout, d.logger}.fault(ctx, err)
	}
	return engine.Info{Version: version}, nil
}
