package simengine

import (
	"context"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Client is the connection of one process to a world. It is an engine.Engine.
type Client struct {
	world   *Server
	weather FaultInjector
}

// Connect gives a process its connection.
func (w *Server) Connect(weather FaultInjector) *Client { return &Client{w, weather} }

// Dialect is the one that the ledger is written in.
func (c *Client) Dialect() *dialect.Dialect { return c.world.dialect }

// Capabilities are the world's.
func (c *Client) Capabilities() engine.Capabilities {
	return engine.Capabilities{Savepoints: c.world.HasSavepoints}
}

// DefaultDatabase has no name.
func (*Client) DefaultDatabase() string { return "" }

// Prepare has nothing to make: tables come into being by being written.
func (c *Client) Prepare(ctx context.Context, _ []engine.Schema) error {
	return c.send(ctx, Call{Operation: "prepare"}, func() {})
}

// Session opens a session.
func (c *Client) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	var opened *session
	call := Call{Operation: "session", Label: label, Node: nodeOf(ctx)}
	if err := c.send(ctx, call, func() { opened = c.world.open(label) }); err != nil {
		if opened != nil {
			opened.abandon(0)
		}
		return nil, err
	}
	return &handle{session: opened, client: c}, nil
}

// Fence ends the sessions of earlier epochs.
func (c *Client) Fence(ctx context.Context, label engine.Label) error {
	return c.send(ctx, Call{Operation: "fence", Label: label}, func() { c.world.fence(label) })
}

// Describe is not simulated.
func (*Client) Describe(context.Context, string) ([]engine.Column, error) {
	return nil, fault.New(fault.Unsupported, "not simulated")
}

// Catalog is not simulated.
func (*Client) Catalog(context.Context, ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	return nil, fault.New(fault.Unsupported, "not simulated")
}

// Close leaves the world as it is.
func (*Client) Close() error { return nil }

// send lets a request that belongs to no session meet its fate.
func (c *Client) send(ctx context.Context, call Call, do func()) error {
	fate := c.weather.Fate(call)
	defer c.weather.Back(call)
	if backoff.Sleep(ctx, fate.Wait) != nil {
		return canceled()
	}
	if fate.Lost || fate.Late > 0 {
		return outOfReach()
	}
	do()
	if fate.Mute {
		return outOfReach()
	}
	return nil
}

func outOfReach() error {
	return fault.New(fault.Unavailable, "the engine is out of reach").WithHint("This is a simulation.")
}

func canceled() error { return fault.New(fault.Canceled, "the statement was canceled") }
