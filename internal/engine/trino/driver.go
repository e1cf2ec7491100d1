package trino

import (
	"context"
	"log/slog"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// The limits of a request. A server that is gone is reported within seconds; package execute waits for it, if a run needs it.
const (
	defaultTimeout = 15 * time.Second // for an answer
	repeatShare    = 3                // a new connection, and repeating a failed request, get this part of it
)

// Options configure the driver.
type Options struct {
	// Timeout limits each answer of the server; 0 means 15 s. A failed request is repeated for a third of that.
	Timeout time.Duration
	// Logger receives why a server could not be reached, which users do not learn; nil logs nothing.
	Logger *slog.Logger
}

// Driver is the driver for Trino.
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

// Test queries the version of the server and the connector of the catalog.
func (d *Driver) Test(ctx context.Context, c engine.Connection) (engine.Info, error) {
	settings, err := readSettings(c)
	if err != nil {
		return engine.Info{}, err
	}
	client := newClient(settings, d.timeout, d.logger)
	defer client.close()
	return client.probe(ctx)
}
