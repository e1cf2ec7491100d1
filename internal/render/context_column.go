package render

import (
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// columns returns the columns of the node, as its table has them.
func (h hydration) columns() jinja.Value { return h.columnsOf(h.node) }

func (h hydration) columnsOf(n *transform.Node) jinja.Value {
	return columnList(columnRecord{context: &h, node: n}, n.Columns)
}

// sourceColumns returns the columns of the node as one of its source groups fills them.
func (h hydration) sourceColumns(group int) jinja.Value {
	return columnList(columnRecord{context: &h, node: h.node, origin: groupOrigin, group: group}, h.node.Columns)
}

// columnList returns columns of one node as records like the given one.
func columnList(like columnRecord, columns []transform.Column) jinja.Value {
	records := make([]columnRecord, len(columns))
	return jinja.RecordList(len(records), func(i int) jinja.Record {
		records[i] = like
		records[i].column = &columns[i]
		return &records[i]
	})
}

// columnValue returns a column as its table has it.
func (h hydration) columnValue(n *transform.Node, c *transform.Column) jinja.Value {
	return jinja.RecordValue(&columnRecord{context: &h, node: n, column: c})
}

// tokens returns the values of the helper tokens of a transform. The source is the first existing column among those
// that the source group names.
func (h hydration) tokens(c *transform.Column, source *transform.ColumnSource, group int) helperTokens {
	tokens := helperTokens{targetNode: h.node.Name, targetColumn: c.Name}
	for _, ref := range source.References {
		if node, column := h.columnOr(ref, c); column != nil {
			tokens.sourceNode, tokens.sourceColumn = h.alias(group, node), column.Name
			break
		}
	}
	return tokens
}

// references returns the columns that a source group names for a column. A reference to an unknown column, or no
// reference at all, becomes an empty dict, which stands for a column without a source. The list is never empty, because
// templates read the first item without a check.
func (h hydration) references(c *transform.Column, source *transform.ColumnSource) jinja.Value {
	if len(source.References) == 0 {
		return jinja.NewList(recordValue())
	}
	list := make([]jinja.Value, len(source.References))
	for i, ref := range source.References {
		list[i] = h.reference(c, ref)
	}
	return jinja.NewList(list...)
}

func (h hydration) reference(c *transform.Column, ref transform.ColumnRef) jinja.Value {
	node, column := h.columnOr(ref, c)
	if column == nil {
		return recordValue()
	}
	return recordValue(
		later("node", func() jinja.Value { return h.nodeDict(node) }),
		later("column", func() jinja.Value { return h.columnValue(node, column) }),
	)
}

// hashDetails returns the columns of a hash: those of the node as the source group fills them, and those of other nodes
// unchanged.
func (h hydration) hashDetails(hash *transform.Hash, group int) jinja.Value {
	list := make([]jinja.Value, 0, len(hash.Columns))
	for _, ref := range hash.Columns {
		node, column := h.column(ref)
		switch {
		case column == nil:
		case node == h.node:
			list = append(list, jinja.RecordValue(&columnRecord{context: &h, node: node, column: column, origin: groupOrigin, group: group}))
		default:
			list = append(list, jinja.RecordValue(&columnRecord{context: &h, node: node, column: column, origin: otherNode, group: group}))
		}
	}
	return recordValue(text("algorithm", hash.Algorithm), field{"columns", jinja.NewList(list...)})
}

// columnOr is column for the reference of a column. In a source that lists no columns, the reference means the column with the
// same name.
func (h hydration) columnOr(ref transform.ColumnRef, c *transform.Column) (*transform.Node, *transform.Column) {
	if node := h.nodes.node(ref.Node); node != nil && node.HasOpenColumns() {
		return node, &transform.Column{ID: ref.Column, Name: c.Name, DataType: c.DataType, Nullable: true}
	}
	return h.column(ref)
}

// column finds a column by the ids in a reference. For the rendered node it uses the version in the request, even if
// the project has another.
func (h hydration) column(ref transform.ColumnRef) (*transform.Node, *transform.Column) {
	node := h.node
	if ref.Node != node.ID {
		node = h.nodes.node(ref.Node)
	}
	if node == nil {
		return nil, nil
	}
	for i := range node.Columns {
		if node.Columns[i].ID == ref.Column {
			return node, &node.Columns[i]
		}
	}
	return nil, nil
}
