package snapshot

import (
	"context"
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
			found[open.Node] = compiler.ObservedColumns{Problem: problemOf(fault.From(err))}
		default:
			found[open.Node] = compiler.ObservedColumns{Columns: lineageColumns(columns)}
		}
	}
	return c.WithColumns(found), nil
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
