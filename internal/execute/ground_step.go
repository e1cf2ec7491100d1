package execute

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// fence is tried for longer than other things: to give up here is to give up the run.
func (e *execution) fence(ctx context.Context) error {
	var err error
	for range 3 {
		err = retry(ctx, e.Label.WorkID, func(ctx context.Context) error { return e.Engine.Fence(ctx, e.Label) })
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	return err
}

// preparePlaces makes schemas. When that fails for a reason of one of them, only the nodes there suffer.
func (e *execution) preparePlaces(ctx context.Context, g *preparation, schemas []engine.Schema) {
	err := e.persistPrepare(ctx, schemas)
	if err == nil {
		return
	}
	if ctx.Err() != nil || isOutage(err) {
		g.everything = err
		return
	}
	for _, schema := range schemas {
		if err := e.persistPrepare(ctx, []engine.Schema{schema}); err != nil {
			g.block(schema, err)
		}
	}
}

func (e *execution) persistPrepare(ctx context.Context, schemas []engine.Schema) error {
	return retry(ctx, e.Label.WorkID, func(ctx context.Context) error { return e.Engine.Prepare(ctx, schemas) })
}

func (g *preparation) block(schema engine.Schema, err error) {
	if schema.Name == ledgerSchema {
		g.databases[schema.Database] = err
		return
	}
	g.places[schema] = err
}

// inLedgers does something with the ledger of each database. When that fails, the nodes in that database suffer, or all
// when the engine is out of reach.
func (e *execution) inLedgers(
	ctx context.Context, g *preparation, databases []string, do func(context.Context, engine.Session, ledger) error,
) {
	for _, database := range databases {
		if g.everything != nil || g.databases[database] != nil {
			continue
		}
		err := retry(ctx, e.Label.WorkID, func(ctx context.Context) error {
			session, err := e.Engine.Session(ctx, e.Label)
			if err != nil {
				return err
			}
			defer e.closeSession(session)
			return do(ctx, session, newLedger(e.Engine, database))
		})
		if err != nil && (isOutage(err) || ctx.Err() != nil) {
			g.everything = err
		} else if err != nil {
			g.databases[database] = err
		}
	}
}
