package render

import (
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// columns returns the columns of the node, as its table has them.
func (h hydration) columns() jinja.Value { return h.columnsOf(h.node) }

func (h hydration) columnsOf(n *transform.Node) jinja.Value {
	list := make([]jinja.Value, len(n.Columns))
	for i := range n.Columns {
		list[i] = jinja.DictValue(h.columnDict(n, &n.Columns[i]))
	}
	return jinja.NewList(list...)
}

// columnDict describes a column of a node.
func (h hydration) columnDict(n *transform.Node, c *transform.Column, more ...field) *jinja.Dict {
	fields := make([]field, 0, 16)
	fields = append(fields,
		text("id", string(c.ID)),
		text("name", c.Name),
		text("dataType", c.DataType),
		text("description", c.Description),
		flag("nullable", c.Nullable),
		text("defaultValue", c.Default),
	)
	if c.Tests == nil && c.AcceptedValues == nil {
		fields = append(fields, field{"tests", jinja.NewList()})
	} else {
		fields = append(fields, later("tests", func() jinja.Value { return h.columnTests(n, c) }))
	}
	fields = appendAttributes(fields, c.Attributes)
	return record(append(fields, more...)...)
}

// appendAttributes adds flags and annotations. They cannot replace fields of the column, except that an annotation for
// tests replaces the tests of the file.
func appendAttributes(fields []field, attributes map[string]any) []field {
	for _, name := range sortedKeys(attributes) {
		switch name {
		case "id", "name", "dataType", "description", "nullable", "defaultValue",
			"transform", "source", "sourceColumns", "hashDetails":
		default:
			fields = append(fields, field{name, jinja.FromGo(attributes[name])})
		}
	}
	return fields
}

// sourceColumns returns the columns of the node as one of its source groups fills them.
func (h hydration) sourceColumns(group int) jinja.Value {
	list := make([]jinja.Value, len(h.node.Columns))
	for i := range h.node.Columns {
		list[i] = jinja.DictValue(h.sourceColumn(&h.node.Columns[i], group))
	}
	return jinja.NewList(list...)
}

// sourceColumn describes a column of the node and its origin in a source group. The field source is the column that a
// column without a transform reads, so that templates need not search sourceColumns.
func (h hydration) sourceColumn(c *transform.Column, group int) *jinja.Dict {
	source := &transform.ColumnSource{}
	if group < len(c.Sources) {
		source = &c.Sources[group]
	}
	tokens := h.tokens(c, source, group)
	more := [4]field{
		text("transform", tokens.replace(source.Transform, h.target.Dialect)),
		text("source", qualifiedColumn(h.target.Dialect, tokens.sourceNode, tokens.sourceColumn)),
		later("sourceColumns", func() jinja.Value { return h.references(c, source) }),
	}
	if c.Hash == nil {
		return h.columnDict(h.node, c, more[:3]...)
	}
	more[3] = later("hashDetails", func() jinja.Value { return h.hashDetails(c.Hash, group) })
	return h.columnDict(h.node, c, more[:]...)
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
		later("column", func() jinja.Value { return jinja.DictValue(h.columnDict(node, column)) }),
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
			list = append(list, jinja.DictValue(h.sourceColumn(column, group)))
		default:
			list = append(list, jinja.DictValue(h.columnDict(node, column,
				text("transform", ""),
				text("source", qualifiedColumn(h.target.Dialect, h.alias(group, node), column.Name)),
			)))
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
