package deploy

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Observe reads from an engine what a comparison needs.
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

// observePast observes schemas that only deployed states name: all at once, and one by one if the engine rejects one of them. The
// environment may have got another engine since, or a connection to another database. A schema that the engine rejects is recorded
// with its error and has no relations.
func observePast(ctx context.Context, of engine.Engine, schemas []engine.Schema, observed *difference.Observed) error {
	if len(schemas) == 0 {
		return nil
	}
	objects, err := of.Catalog(ctx, schemas...)
	switch {
	case err == nil:
		maps.Copy(observed.Objects, objects)
	case ctx.Err() != nil || !fault.Is(err, fault.Invalid):
		return err
	case len(schemas) == 1:
		observed.Refused[schemas[0]] = err.Error()
	default:
		for i := range schemas {
			if err := observePast(ctx, of, schemas[i:i+1], observed); err != nil {
				return err
			}
		}
	}
	return nil
}

// nameTypes asks for the engine's own names for types: all at once, and one by one if the engine rejects one of them.
func nameTypes(ctx context.Context, of engine.Engine, types []string, words map[string]string) error {
	if len(types) == 0 {
		return nil
	}
	columns, err := of.Describe(ctx, difference.TypeQuery(of.Dialect(), types))
	switch {
	case err != nil && (ctx.Err() != nil || !fault.Is(err, fault.Invalid)):
		return err // the engine did not answer; that does not mean that it rejects a type
	case err != nil && len(types) == 1:
		return nil // the comparison uses the type as it is written
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

// countTimeout limits how long rows are counted. A loss that was not counted by then has no number, and an issue that depends on
// rows stays.
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
	defer session.Close() //nolint:errcheck // the result does not depend on it
	rows := make(map[string]int64, len(queries))
	for _, query := range queries {
		found, err := session.Query(counting, query, 1)
		if err != nil {
			continue // the table may have been dropped; the plan then has no number
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
