package app

import (
	"context"
	"log/slog"
	"net"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/telemetry"
)

// process is what a server and a separate worker have in common.
type process struct {
	settings config.Settings
	version  string
	logger   *slog.Logger
	metrics  *telemetry.Metrics
	id       string // of its worker: the owner of its leases

	closers    closers
	background *background

	state *state
	// dataFolderID is the id of the data folder that this process owns; empty if it owns none, or if the state database is
	// embedded: then everything belongs to this process.
	dataFolderID   string
	listeners      []net.Listener // whose addresses connections must not lead to
	metricsAddress string         // empty if the metrics have no address of their own
}

func newProcess(ctx context.Context, options Options) *process {
	p := &process{
		settings: options.Settings, version: options.Version, logger: options.Logger, metrics: telemetry.NewMetrics(), id: uuid.NewString(),
		background: newBackground(ctx),
	}
	p.closers.add(p.background.close) // for a start that fails early
	for _, warning := range p.settings.Warnings {
		p.logger.WarnContext(ctx, warning)
	}
	return p
}

// isAlone reports whether only this process uses the state database.
func (p *process) isAlone() bool { return p.settings.Database == "" }

// own closes the state with the process.
func (p *process) own(opened *state) {
	p.state = opened
	p.closers.add(opened.Close)
}

// newKeyWatcher returns the part that follows rotations of the server key.
func (p *process) newKeyWatcher() *keyWatcher {
	return &keyWatcher{keys: p.state.keys, active: p.state.db.Setups().Key, warn: p.logger.Warn}
}

// listen opens an address that closes with the process.
func (p *process) listen(ctx context.Context, address, flag string) (net.Listener, error) {
	listener, err := listen(ctx, address, flag)
	if err != nil {
		return nil, err
	}
	p.listeners = append(p.listeners, listener)
	p.closers.addListener(listener)
	return listener, nil
}

// startAll starts the parts that run in the background. They stop before anything that was opened earlier is closed.
func (p *process) startAll(parts ...func(context.Context)) {
	for _, part := range parts {
		p.background.start(part)
	}
}

// closeWithBackground makes the process stop its background before it closes the engines.
func (p *process) closeWithBackground(pool *engine.Pool) {
	p.closers.add(pool.Close)
	p.closers.add(p.background.close)
}
