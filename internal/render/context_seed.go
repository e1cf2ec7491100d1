package render

import (
	"github.com/millrace/millrace/internal/jinja"
)

// maxBatchRows is the number of rows of a seed that one statement loads.
const maxBatchRows = 500

// seed returns the CSV of the node: its columns, and its rows in batches as SQL literals of the columns' types.
func (h hydration) seed() jinja.Value {
	return recordValue(field{"columns", jinja.FromGo(h.node.Seed.Header)}, later("batches", h.seedBatches))
}

func (h hydration) seedBatches() jinja.Value {
	types := h.seedTypes()
	var batches []jinja.Value
	for rest := h.node.Seed.Rows; len(rest) > 0; {
		size := min(len(rest), maxBatchRows)
		batch := make([]jinja.Value, size)
		for i, row := range rest[:size] {
			batch[i] = h.seedRow(row, types)
		}
		batches = append(batches, jinja.NewList(batch...))
		rest = rest[size:]
	}
	return jinja.NewList(batches...)
}

// seedTypes returns the data types of the CSV's columns, by their names in the node.
func (h hydration) seedTypes() []string {
	byName := make(map[string]string, len(h.node.Columns))
	for i := range h.node.Columns {
		byName[h.node.Columns[i].Name] = h.node.Columns[i].DataType
	}
	types := make([]string, len(h.node.Seed.Header))
	for i, name := range h.node.Seed.Header {
		types[i] = byName[name]
	}
	return types
}

// seedRow returns one row. An empty field is NULL, and so is a missing field of a short row. All other fields are data,
// even if they look like a template.
func (h hydration) seedRow(row, types []string) jinja.Value {
	literals := make([]jinja.Value, len(types))
	for i, dataType := range types {
		if i >= len(row) || row[i] == "" {
			literals[i] = jinja.String("NULL")
			continue
		}
		literals[i] = jinja.String(h.marker.protect(typedLiteral(h.target.Dialect, row[i], dataType)))
	}
	return jinja.NewList(literals...)
}
