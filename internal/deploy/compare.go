package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// Compare observes an engine and compares. If a result depends on types that only the engine can infer, which is rare, it
// asks for them and compares again.
func Compare(ctx context.Context, of engine.Engine, in difference.Input) (*difference.Result, error) {
	var err error
	if in.Observed, err = Observe(ctx, of, difference.Needs(in)); err != nil {
		return nil, err
	}
	result := difference.Compare(in)
	if len(result.Queries) == 0 {
		return result, nil
	}
	if in.Observed.Described, err = describeAll(ctx, of, result.Queries); err != nil {
		return nil, err
	}
	return difference.Compare(in), nil
}

// describeAll asks for the columns of queries. A query that the engine rejects has none, because what it reads may not exist yet.
func describeAll(ctx context.Context, of engine.Engine, queries []string) (map[string][]engine.Column, error) {
	described := make(map[string][]engine.Column, len(queries))
	for _, query := range queries {
		columns, err := of.Describe(ctx, query)
		if err != nil && (ctx.Err() != nil || !fault.Is(err, fault.Invalid)) {
			return nil, err
		}
		described[query] = columns
	}
	return described, nil
}
