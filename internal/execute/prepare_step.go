package execute

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// fence retries longer than other calls, because its failure fails the run.
func (e *execution) fence(ctx context.Context) error {
	var err error
	for range 3 {
		err = e.retry(ctx, e.Label.WorkID, func(ctx context.Context) error { return e.Engine.Fence(ctx, e.Label) })
		if err == nil || ctx.Err() != nil || e.Engine.Capabilities().RestartTime > 0 { // then one retry waits long enough
			break
		}
	}
	return err
}

// prepareSchemas creates schemas. If one schema fails, only its nodes are blocked.
func (e *execution) prepareSchemas(ctx context.Context, p *preparation, schemas []engine.Schema) {
	err := e.retryPrepare(ctx, schemas)
	if err == nil {
		return
	}
	if ctx.Err() != nil || isOutage(err) {
		p.everything = err
		return
	}
	for _, schema := range schemas {
		if err := e.retryPrepare(ctx, []engine.Schema{schema}); err != nil {
			p.block(schema, err)
		}
	}
}

func (e *execution) retryPrepare(ctx context.Context, schemas []engine.Schema) error {
	return e.retry(ctx, e.Label.WorkID, func(ctx context.Context) error { return e.Engine.Prepare(ctx, schemas) })
}

func (p *preparation) block(schema engine.Schema, err error) {
	if schema.Name == ledgerSchema {
		p.databases[schema.Database] = err
		return
	}
	p.schemas[schema] = err
}

// inLedgers calls do with the ledger of each database. An error blocks the nodes in that database, or all nodes if the
// engine is unavailable.
func (e *execution) inLedgers(
	ctx context.Context, p *preparation, databases []string, do func(context.Context, engine.Session, ledger) error,
) {
	for _, database := range databases {
		if p.everything != nil || p.databases[database] != nil {
			continue
		}
		err := e.retry(ctx, e.Label.WorkID, func(ctx context.Context) error {
			session, err := e.Engine.Session(ctx, e.Label)
			if err != nil {
				return err
			}
			defer e.closeSession(session)
			return do(ctx, session, newLedger(e.Engine, database))
		})
		if err != nil && (isOutage(err) || ctx.Err() != nil) {
			p.everything = err
		} else if err != nil {
			p.databases[database] = err
		}
	}
}
