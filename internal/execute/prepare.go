package execute

import (
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// preparation is the result of preparing a run: what earlier owners published, and which nodes are blocked.
type preparation struct {
	known      map[transform.NodeID]run.NodeResult
	everything error                   // blocks every node
	schemas    map[engine.Schema]error // blocks the nodes that publish there
	databases  map[string]error
	doubts     map[transform.NodeID]error // nodes of which it is unknown whether they are published
}

// obstacle returns the error that blocks a node, or nil.
func (p *preparation) obstacle(n *nodeExecution) error {
	if !n.publishes {
		return nil
	}
	for _, schema := range n.node.Schemas() {
		if err := p.schemas[schema]; err != nil {
			return err
		}
	}
	return p.databases[n.node.Schema.Database]
}

// prepare fences earlier owners, creates schemas and ledgers, and reads publications, as far as the run needs it.
func (e *execution) prepare(ctx context.Context, pending []int) preparation {
	p := preparation{
		known: map[transform.NodeID]run.NodeResult{}, schemas: map[engine.Schema]error{}, databases: map[string]error{},
		doubts: map[transform.NodeID]error{},
	}
	e.publisher.prepare(ctx, &p, pending)
	if ctx.Err() != nil && e.Label.Epoch == 1 {
		p.everything = nil // canceled nodes need no schemas
	}
	return p
}

// takeOver prepares a run after another owner, which may be alive and not know that it was replaced:
//
//  1. Fence, so that its sessions lock nothing that this owner needs.
//  2. Write the new owner's mark to the ledgers.
//  3. Fence again: sessions that were opened before the mark are ended, and sessions opened later see the mark.
//  4. Read the ledgers, which are final only now.
//
// It does all this also for a canceled run, because only then is it certain that nothing of the run is running.
func (e *execution) takeOver(ctx context.Context, p *preparation, schemas []engine.Schema, databases []string) {
	ctx, done := uncancelableContext(ctx, e.LeaseContext)
	defer done()
	if p.everything = e.fence(ctx); p.everything != nil {
		return
	}
	e.createSchemasAndLedgers(ctx, p, schemas, databases)
	if !e.Engine.Capabilities().Embedded && p.everything == nil {
		p.everything = e.fence(ctx)
	}
	e.loadPublications(ctx, p, databases)
}

// loadPublications reads what earlier owners published.
func (e *execution) loadPublications(ctx context.Context, p *preparation, databases []string) {
	if e.loadKept(ctx, p) {
		return
	}
	e.inLedgers(ctx, p, databases, func(ctx context.Context, session engine.Session, ledger ledger) error {
		known, err := queryLedger(ctx, session, ledger, ledger.list(e.Label.WorkID, len(e.Plan.Nodes)+int(e.Label.Epoch)))
		maps.Copy(p.known, known)
		return err
	})
}

// prepareEmbedded creates the schemas, and reads what the run has published: otherwise nothing would reject a second publication. It
// creates a ledger only if it cannot be read. Mostly it exists, and each statement costs as much as a tiny node.
func (e *execution) prepareEmbedded(ctx context.Context, p *preparation, schemas []engine.Schema, databases []string) {
	if len(schemas) == 0 {
		return
	}
	e.prepareSchemas(ctx, p, schemas)
	e.inLedgers(ctx, p, databases, func(ctx context.Context, session engine.Session, ledger ledger) error {
		list := ledger.list(e.Label.WorkID, len(e.Plan.Nodes)+int(e.Label.Epoch))
		known, err := queryLedger(ctx, session, ledger, list)
		if err != nil && ctx.Err() == nil && !isOutage(err) {
			if err := makeLedger(ctx, session, ledger); err != nil {
				return err
			}
			known, err = queryLedger(ctx, session, ledger, list)
		}
		maps.Copy(p.known, known)
		return err
	})
}

// createSchemasAndLedgers creates the schemas and ledgers that nodes need, and writes the takeover mark.
func (e *execution) createSchemasAndLedgers(ctx context.Context, p *preparation, schemas []engine.Schema, databases []string) {
	if len(schemas) == 0 {
		return
	}
	e.prepareSchemas(ctx, p, schemas)
	e.inLedgers(ctx, p, databases, func(ctx context.Context, session engine.Session, ledger ledger) error {
		if err := makeLedger(ctx, session, ledger); err != nil || e.Label.Epoch == 1 {
			return err
		}
		return e.writeTakeoverMark(ctx, session, ledger)
	})
}

// ledgersOf lists the databases whose ledgers record nodes, each once.
func (e *execution) ledgersOf(pending []int) []string {
	var databases []string
	if e.WithoutLedger || e.keeper() != nil {
		return nil
	}
	for _, position := range pending {
		database := e.Plan.Nodes[position].Schema.Database
		if e.effects[position].publishes && !slices.Contains(databases, database) {
			databases = append(databases, database)
		}
	}
	return databases
}

// schemasOf lists the schemas that nodes publish to, each once, and those of the ledgers. It leaves out the schemas of
// sources, because a run must not create them.
func (e *execution) schemasOf(pending []int, ledgers []string) []engine.Schema {
	var schemas []engine.Schema
	seen := map[engine.Schema]bool{}
	for _, position := range pending {
		for _, schema := range e.Plan.Nodes[position].Schemas() {
			if e.effects[position].publishes && !seen[schema] {
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
