package trino

import (
	"context"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// connector is the connector whose catalogs can replace tables, merge rows and record who published them.
const connector = "iceberg"

// probe queries the version of the server and the connector of the catalog.
func (c *client) probe(ctx context.Context) (engine.Info, error) {
	spoken, _ := dialect.Lookup(enginekind.Trino)
	r := request{
		text:  "SELECT version(), max(connector_name) FROM system.metadata.catalogs WHERE catalog_name = " + spoken.Literal(c.settings.catalog),
		limit: 1,
	}
	if ctx.Err() != nil {
		return engine.Info{}, canceled(ctx)
	}
	a, err := c.run(ctx, r)
	if err != nil {
		return engine.Info{}, c.notWorking(c.failed(ctx, r, a, err))
	}
	if len(a.rows) != 1 {
		return engine.Info{}, c.unavailable("the server at %s returned no version", c.settings.address())
	}
	switch found := a.text(0, 1); found {
	case connector:
		return engine.Info{Version: a.text(0, 0) + ", catalog " + c.settings.catalog + " with connector " + found}, nil
	case "":
		return engine.Info{}, c.unavailable("the server at %s has no catalog %q", c.settings.address(), c.settings.catalog).
			WithHint("Correct the setting catalog, or let the user see the catalog.")
	default:
		return engine.Info{}, c.unavailable("the catalog %q has the connector %s, which cannot replace tables and merge rows as Millrace needs it",
			c.settings.catalog, found).WithHint("Use a catalog with the connector %s.", connector)
	}
}

// notWorking turns the fault of the probe into one of a connection that does not work.
func (c *client) notWorking(err error) error {
	known := fault.From(err)
	if known.Kind == fault.Invalid || known.Kind == fault.Limit {
		return c.unavailable("the server at %s refused: %s", c.settings.address(), known.Message).WithHint("%s", known.Hint)
	}
	return err
}
