package execute

import (
	"context"

	"github.com/millrace/millrace/internal/engine"
)

// fence is tried for longer than other things: to give up here is to give up the run.
func (e *execution) fence(ctx context.Context) error {
	var err error
	for range 3 {
		err = persist(ctx, e.Label.Owner, func(ctx context.Context) error { return e.Engine.Fence(ctx, e.Label) })
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	return err
}

// preparePlaces makes schemas. When that fails for a reason of one of them, only the nodes there suffer.
func (e *execution) preparePlaces(ctx context.Context, g *ground, places []engine.Place) {
	err := e.persistPrepare(ctx, places)
	if err == nil {
		return
	}
	if ctx.Err() != nil || isOutage(err) {
		g.everything = err
		return
	}
	for _, place := range places {
		if err := e.persistPrepare(ctx, []engine.Place{place}); err != nil {
			g.block(place, err)
		}
	}
}

func (e *execution) persistPrepare(ctx context.Context, places []engine.Place) error {
	return persist(ctx, e.Label.Owner, func(ctx context.Context) error { return e.Engine.Prepare(ctx, places) })
}

func (g *ground) block(place engine.Place, err error) {
	if place.Schema == ledgerSchema {
		g.databases[place.Database] = err
		return
	}
	g.places[place] = err
}

// inLedgers does something with the ledger of each database. When that fails, the nodes in that database suffer, or all
// when the engine is out of reach.
func (e *execution) inLedgers(
	ctx context.Context, g *ground, databases []string, do func(context.Context, engine.Session, ledger) error,
) {
	for _, database := range databases {
		if g.everything != nil || g.databases[database] != nil {
			continue
		}
		err := persist(ctx, e.Label.Owner, func(ctx context.Context) error {
			session, err := e.Engine.Session(ctx, e.Label)
			if err != nil {
				return err
			}
			defer e.giveBack(session)
			return do(ctx, session, newLedger(e.Engine, database))
		})
		if err != nil && (isOutage(err) || ctx.Err() != nil) {
			g.everything = err
		} else if err != nil {
			g.databases[database] = err
		}
	}
}
