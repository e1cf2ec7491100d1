package execute

import (
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// preparation is what the walk stands on: what earlier owners published, and what is in the way of nodes.
type preparation struct {
	known      map[transform.NodeID]run.NodeResult
	everything error                   // in the way of every node
	places     map[engine.Schema]error // in the way of nodes that are published there
	databases  map[string]error
}

// obstacle is what is in the way of a node.
func (g *preparation) obstacle(n *nodeExecution) error {
	if !n.publishes {
		return nil
	}
	for _, schema := range n.node.Schemas() {
		if err := g.places[schema]; err != nil {
			return err
		}
	}
	return g.databases[n.node.Schema.Database]
}

// prepare makes everything ready for nodes to be worked on.
func (e *execution) prepare(ctx context.Context, pending []int) preparation {
	g := preparation{
		known: map[transform.NodeID]run.NodeResult{}, places: map[engine.Schema]error{}, databases: map[string]error{},
	}
	databases := e.ledgersOf(pending)
	schemas := e.placesOf(pending, databases)
	if e.Label.Epoch > 1 {
		e.takeOver(ctx, &g, schemas, databases)
		return g
	}
	e.createSchemasAndLedgers(ctx, &g, schemas, databases)
	if e.Engine.Capabilities().Embedded {
		e.loadPublications(ctx, &g, databases) // nothing else would refuse to publish a node again
	}
	if ctx.Err() != nil {
		g.everything = nil // nothing is in the way of nodes that nobody wants
	}
	return g
}

// takeOver prepares after another owner of the same run, who may be alive and not know that it was replaced. First its
// sessions are ended, so that they hold nothing that is needed. Then the mark of the new owner is left in the ledgers, and
// sessions are ended once more: one that was opened before the mark is gone, and one that is opened later sees the mark. Only
// after that is it true what the ledgers say. All this is done also when the run is to be canceled: only then is it sure
// that nothing of it runs.
func (e *execution) takeOver(ctx context.Context, g *preparation, schemas []engine.Schema, databases []string) {
	ctx, done := uncancelableContext(ctx, e.LeaseContext)
	defer done()
	if g.everything = e.fence(ctx); g.everything != nil {
		return
	}
	e.createSchemasAndLedgers(ctx, g, schemas, databases)
	if !e.Engine.Capabilities().Embedded && g.everything == nil {
		g.everything = e.fence(ctx)
	}
	e.loadPublications(ctx, g, databases)
}

// loadPublications reads what was published before.
func (e *execution) loadPublications(ctx context.Context, g *preparation, databases []string) {
	e.inLedgers(ctx, g, databases, func(ctx context.Context, session engine.Session, ledger ledger) error {
		known, err := queryLedger(ctx, session, ledger, ledger.list(e.Label.WorkID, len(e.Plan.Nodes)+int(e.Label.Epoch)))
		maps.Copy(g.known, known)
		return err
	})
}

// createSchemasAndLedgers makes the schemas and the ledgers that nodes need.
func (e *execution) createSchemasAndLedgers(ctx context.Context, g *preparation, schemas []engine.Schema, databases []string) {
	if len(schemas) == 0 {
		return
	}
	e.preparePlaces(ctx, g, schemas)
	e.inLedgers(ctx, g, databases, func(ctx context.Context, session engine.Session, ledger ledger) error {
		if err := makeLedger(ctx, session, ledger); err != nil || e.Label.Epoch == 1 {
			return err
		}
		return e.writeTakeoverMark(ctx, session, ledger)
	})
}

// ledgersOf are the databases whose ledgers remember nodes, each once.
func (e *execution) ledgersOf(pending []int) []string {
	var databases []string
	for _, position := range pending {
		database := e.Plan.Nodes[position].Schema.Database
		if e.manners[position].publishes && !slices.Contains(databases, database) {
			databases = append(databases, database)
		}
	}
	return databases
}

// placesOf are the schemas that nodes are published in, each once, and those of the ledgers. A source is in nobody's way: its
// schema is not ours to make.
func (e *execution) placesOf(pending []int, ledgers []string) []engine.Schema {
	var schemas []engine.Schema
	seen := map[engine.Schema]bool{}
	for _, position := range pending {
		for _, schema := range e.Plan.Nodes[position].Schemas() {
			if e.manners[position].publishes && !seen[schema] {
				seen[schema] = true
				schemas = append(schemas, schema)
			}
		}
	}
	for _, database := range ledgers {
		schemas = append(schemas, engine.Schema{Database: database, Name: ledgerSchema})
	}
	return schemas
}
