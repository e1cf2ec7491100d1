package snowflake

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// defaultTimeout limits how long a failed request is repeated, and how long the server may take to confirm a cancel.
const defaultTimeout = 15 * time.Second

// defaultMaxResult limits the bytes of the rows of a result in memory.
const defaultMaxResult = 64 << 20

// Options configure the driver.
type Options struct {
	// Timeout limits how long a failed request is repeated, and how long the server may take to confirm a cancel; 0 means 15 s.
	Timeout time.Duration
	// MaxResult limits the bytes of the rows of a result in memory; 0 means 64 MB.
	MaxResult int
	// Logger receives why a server could not be reached, which users do not learn; nil logs nothing.
	Logger *slog.Logger
}

// Driver is the driver for Snowflake.
type Driver struct{ options Options }

// New returns the driver.
func New(options Options) *Driver {
	if options.Timeout == 0 {
		options.Timeout = defaultTimeout
	}
	if options.MaxResult == 0 {
		options.MaxResult = defaultMaxResult
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	silence()
	return &Driver{options}
}

// Check checks the settings.
func (d *Driver) Check(c engine.Connection) error {
	_, err := readSettings(c)
	return err
}

// Test signs in, and queries the version of the server and the account, role and warehouse of the session.
func (d *Driver) Test(ctx context.Context, c engine.Connection) (engine.Info, error) {
	settings, err := readSettings(c)
	if err != nil {
		return engine.Info{}, err
	}
	client := newClient(settings, d.options)
	defer client.close()
	return client.probe(ctx)
}
