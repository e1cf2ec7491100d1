package snowflake

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// probe signs in and queries the version of the server and the account, the role and the warehouse of the session.
func (c *client) probe(ctx context.Context) (engine.Info, error) {
	if ctx.Err() != nil {
		return engine.Info{}, canceled(ctx)
	}
	used, err := c.acquire(ctx)
	if err != nil {
		return engine.Info{}, c.notWorking(err)
	}
	defer c.release(used)
	used.isDirty = true // a test leaves no session behind
	a, err := c.run(ctx, used, request{
		text: "SELECT CURRENT_VERSION(), CURRENT_ACCOUNT(), CURRENT_ROLE(), CURRENT_WAREHOUSE()", tag: c.settings.tag, limit: 1,
	})
	if err != nil {
		return engine.Info{}, c.notWorking(err)
	}
	if len(a.rows) != 1 || a.text(0, 0) == "" {
		return engine.Info{}, fault.New(fault.Unavailable, "the server at %s returned no version", c.settings.address())
	}
	if a.text(0, 3) == "" {
		return engine.Info{}, fault.New(fault.Unavailable, "the session has no warehouse").
			WithHint("Set the setting warehouse to one that the role may use, or a default warehouse for user %q.", c.settings.user)
	}
	if err := c.checkParameters(ctx, used); err != nil {
		return engine.Info{}, c.notWorking(err)
	}
	return engine.Info{Version: a.text(0, 0) + ", account " + a.text(0, 1) + ", role " + a.text(0, 2) + ", warehouse " + a.text(0, 3)}, nil
}

// checkParameters rejects session parameters that the server does not have: it ignores them at the sign-in.
func (c *client) checkParameters(ctx context.Context, used *connection) error {
	spoken, _ := dialect.Lookup(enginekind.Snowflake)
	for _, name := range slices.Sorted(maps.Keys(c.settings.parameters)) {
		pattern := strings.ReplaceAll(name, "_", `\_`)
		a, err := c.run(ctx, used, request{text: "SHOW PARAMETERS LIKE " + spoken.Literal(pattern) + " IN SESSION", tag: c.settings.tag, limit: 1})
		if err != nil {
			return err
		}
		if len(a.rows) == 0 {
			return fault.New(fault.Invalid, "the account has no session parameter %s", name).
				WithHint("Correct or remove it in the setting sessionParameters.")
		}
	}
	return nil
}

// notWorking turns the fault of the probe into one of a connection that does not work.
func (c *client) notWorking(err error) error {
	known := fault.From(err)
	if known.Kind == fault.Invalid || known.Kind == fault.Limit {
		return fault.New(fault.Unavailable, "the server at %s refused: %s", c.settings.address(), known.Message).WithHint("%s", known.Hint)
	}
	return err
}
