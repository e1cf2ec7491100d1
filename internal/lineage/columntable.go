package lineage

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// wideTable is the number of columns from which a map finds one faster than looking at each.
const wideTable = 32

// columnTable numbers the columns of one node, including columns that only other nodes refer to. A number never
// changes, so that edges can be stored as numbers.
type columnTable struct {
	ids    []transform.ColumnID
	number map[transform.ColumnID]int32 // nil while the table is small
}

// find returns the number of a column, -1 if the table has none.
func (t *columnTable) find(id transform.ColumnID) int32 {
	if t.number == nil {
		return int32(slices.Index(t.ids, id)) //nolint:gosec // a small table
	}
	if n, ok := t.number[id]; ok {
		return n
	}
	return -1
}

// add returns the number of a column, a new one if the table has none.
func (t *columnTable) add(id transform.ColumnID) int32 {
	if n := t.find(id); n >= 0 {
		return n
	}
	n := narrow(len(t.ids))
	t.ids = append(t.ids, id)
	switch {
	case t.number != nil:
		t.number[id] = n
	case len(t.ids) > wideTable:
		t.number = make(map[transform.ColumnID]int32, 2*len(t.ids))
		for i, id := range t.ids {
			t.number[id] = narrow(i)
		}
	}
	return n
}

func (t *columnTable) clone() columnTable {
	return columnTable{ids: slices.Clone(t.ids), number: maps.Clone(t.number)}
}

// narrow converts a count of things in memory to a number of the index.
func narrow(i int) int32 {
	return int32(i) //nolint:gosec // two thousand million columns do not fit into memory
}
