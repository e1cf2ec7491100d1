package simengine

import (
	"context"

	"github.com/millrace/millrace/internal/backoff"
	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Client is the connection of one process to a simulated server. It is an engine.Engine.
type Client struct {
	server *Server
	faults FaultInjector
}

// Connect returns a connection for one process.
func (s *Server) Connect(faults FaultInjector) *Client { return &Client{s, faults} }

// Dialect returns the dialect that the ledger's SQL is written in.
func (c *Client) Dialect() *dialect.Dialect { return c.server.dialect }

// Capabilities returns those of the server.
func (c *Client) Capabilities() engine.Capabilities {
	if c.server.autocommit != nil {
		return engine.Capabilities{Transactions: engine.NoTransactions, RestartTime: c.server.RestartTime}
	}
	return engine.Capabilities{Savepoints: c.server.HasSavepoints, EnforcesKeys: true, Transactions: engine.FullTransactions}
}

// DefaultDatabase is empty: the server has one unnamed database.
func (*Client) DefaultDatabase() string { return "" }

// Prepare creates nothing, because a write creates its table.
func (c *Client) Prepare(ctx context.Context, _ []engine.Schema) error {
	return c.send(ctx, Call{Operation: "prepare"}, func() {})
}

// Session opens a session.
func (c *Client) Session(ctx context.Context, label engine.Label) (engine.Session, error) {
	var opened *session
	call := Call{Operation: "session", Label: label, Node: nodeOf(ctx)}
	if err := c.send(ctx, call, func() { opened = c.server.open(label) }); err != nil {
		if opened != nil {
			opened.abandon(0)
		}
		return nil, err
	}
	return &handle{session: opened, client: c}, nil
}

// Fence ends the sessions of earlier epochs.
func (c *Client) Fence(ctx context.Context, label engine.Label) error {
	return c.send(ctx, Call{Operation: "fence", Label: label}, func() { c.server.fence(label) })
}

// Describe is not simulated.
func (*Client) Describe(context.Context, string) ([]engine.Column, error) {
	return nil, fault.New(fault.Unsupported, "not simulated")
}

// Catalog is simulated only for an engine without transactions.
func (c *Client) Catalog(ctx context.Context, schemas ...engine.Schema) (found map[engine.Schema][]engine.Relation, err error) {
	if c.server.autocommit == nil {
		return nil, fault.New(fault.Unsupported, "not simulated")
	}
	err = c.send(ctx, Call{Operation: "catalog"}, func() { found = c.server.catalog(schemas) })
	return found, err
}

// Close does not change the server.
func (*Client) Close() error { return nil }

// send sends a request that belongs to no session, with the outcome that the fault injector decides.
func (c *Client) send(ctx context.Context, call Call, do func()) error {
	outcome := c.faults.Outcome(call)
	defer c.faults.BeforeAnswer(call)
	if backoff.Sleep(ctx, outcome.Wait) != nil {
		return canceled()
	}
	if outcome.Lost || outcome.Late > 0 {
		return unavailable()
	}
	do()
	if outcome.Mute {
		return unavailable()
	}
	return nil
}

func unavailable() error {
	return fault.New(fault.Unavailable, "the engine is unavailable").WithHint("This is a simulation.")
}

func canceled() error { return fault.New(fault.Canceled, "the statement was canceled") }
