package deploy

import (
	"context"
	"fmt"
	"time"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Observe asks an engine what it has.
func Observe(ctx context.Context, of engine.Engine, needed difference.Needed) (difference.Observed, error) {
	observed := difference.Observed{
		TypeNames: make(map[string]string, len(needed.Types)), Refused: map[engine.Schema]string{},
	}
	var err error
	if observed.Objects, err = of.Catalog(ctx, needed.Schemas...); err != nil {
		return observed, err
	}
	if err := observePast(ctx, of, needed.EarlierSchemas, &observed); err != nil {
		return observed, err
	}
	return observed, nameTypes(ctx, of, needed.Types, observed.TypeNames)
}

// observePast looks at places that only what was deployed needs. Since then the environment may have got another engine, or a
// connection to another database: what cannot be there is noted, and nothing is there.
func observePast(ctx context.Context, of engine.Engine, schemas []engine.Schema, observed *difference.Observed) error {
	for _, schema := range schemas {
		objects, err := of.Catalog(ctx, schema)
		switch {
		case err == nil:
			observed.Objects[schema] = objects[schema]
		case ctx.Err() != nil || !fault.Is(err, fault.Invalid):
			return err
		default:
			observed.Refused[schema] = err.Error()
		}
	}
	return nil
}

// nameTypes asks for the engine's own words for types: all at once, and one by one when the engine does not know one of them.
func nameTypes(ctx context.Context, of engine.Engine, types []string, words map[string]string) error {
	if len(types) == 0 {
		return nil
	}
	columns, err := of.Describe(ctx, difference.TypeQuery(of.Dialect(), types))
	switch {
	case err != nil && (ctx.Err() != nil || !fault.Is(err, fault.Invalid)):
		return err // an engine that cannot be asked is not one that does not know a type
	case err != nil && len(types) == 1:
		return nil // the comparison takes the word as it is written
	case err != nil:
		for _, one := range types {
			if err := nameTypes(ctx, of, []string{one}, words); err != nil {
				return err
			}
		}
		return nil
	}
	for i, column := range columns {
		if i < len(types) {
			words[types[i]] = column.Type
		}
	}
	return nil
}

// countTimeout is how long rows are counted. What would be lost and was not counted by then has no number, and what is only in
// the way of a table with such rows stays in its way.
const countTimeout = time.Minute

// count counts the rows that a plan would lose.
func count(ctx context.Context, of engine.Engine, result *difference.Result) error {
	queries := result.CountQueries()
	if len(queries) == 0 {
		return nil
	}
	counting, done := context.WithTimeout(ctx, countTimeout)
	defer done()
	session, err := of.Session(counting, engine.Label{WorkID: "plan/" + string(ids.New[PlanID]()), Epoch: 1})
	if err != nil {
		return err
	}
	defer session.Close() //nolint:errcheck // nothing depends on it
	rows := make(map[string]int64, len(queries))
	for _, query := range queries {
		found, err := session.Query(counting, query, 1)
		if err != nil {
			continue // the table may be gone by now; the plan then says that it does not know
		}
		if number, ok := firstNumber(found); ok {
			rows[query] = number
		}
	}
	result.SetCounts(rows)
	return ctx.Err()
}

func firstNumber(rows engine.Rows) (int64, bool) {
	if len(rows.Values) != 1 || len(rows.Values[0]) != 1 {
		return 0, false
	}
	var number int64
	_, err := fmt.Sscan(fmt.Sprint(rows.Values[0][0]), &number)
	return number, err == nil
}
