package snapshot

import (
	"context"
	"errors"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// ObserveColumns asks the engine for the columns of sources that list none, as far as nodes need to know them, and returns the
// project compiled with them. A source that the engine rejects gets an error.
func ObserveColumns(ctx context.Context, of engine.Engine, c *compiler.Compilation) (*compiler.Compilation, error) {
	found := map[transform.NodeID]compiler.ObservedColumns{}
	for _, open := range c.OpenSources() {
		columns, err := of.Describe(ctx, open.Query)
		switch {
		case err != nil && (ctx.Err() != nil || !fault.Is(err, fault.Invalid)):
			return nil, err
		case err != nil:
			found[open.Node] = ProblemColumns(err)
		default:
			found[open.Node] = compiler.ObservedColumns{Columns: lineageColumns(columns)}
		}
	}
	return c.WithColumns(found), nil
}

// DescribeColumns asks the engine for the columns of open sources. A source that it cannot describe before the context ends, for
// whatever reason, gets that reason.
func DescribeColumns(ctx context.Context, of engine.Engine, sources []compiler.OpenSource) map[transform.NodeID]compiler.ObservedColumns {
	found := make(map[transform.NodeID]compiler.ObservedColumns, len(sources))
	for _, open := range sources {
		columns, err := of.Describe(ctx, open.Query)
		if err != nil {
			found[open.Node] = ProblemColumns(err)
			continue
		}
		found[open.Node] = compiler.ObservedColumns{Columns: lineageColumns(columns)}
	}
	return found
}

// ProblemColumns returns the columns of a source that could not be described because of an error.
func ProblemColumns(err error) compiler.ObservedColumns {
	if errors.Is(err, context.DeadlineExceeded) {
		return compiler.ObservedColumns{Problem: "the engine did not describe it in time. List its columns, or start the run again"}
	}
	return compiler.ObservedColumns{Problem: problemOf(fault.From(err))}
}

// problemOf returns the first line of a fault, because the rest repeats the query, and its hint.
func problemOf(f *fault.Error) string {
	line, _, _ := strings.Cut(f.Message, "\n")
	if f.Hint == "" {
		return line
	}
	return strings.TrimSuffix(line, ".") + ". " + strings.TrimSuffix(f.Hint, ".")
}

func lineageColumns(described []engine.Column) []lineage.Column {
	columns := make([]lineage.Column, len(described))
	for i, column := range described {
		columns[i] = lineage.Column{ID: transform.ColumnID(column.Name), Name: column.Name, DataType: column.Type}
	}
	return columns
}
