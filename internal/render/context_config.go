package render

import (
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// config returns the options of the node, with the defaults of its node type for options that are not set.
func (h hydration) config() jinja.Value {
	if ref, isColumn := chosenColumn(h.node.Config); isColumn {
		return h.chosen(ref)
	}
	return jinja.RecordValue(&configRecord{context: &h})
}

// configRecord is the options of a node as templates see them. A template reads few of them.
type configRecord struct{ context *hydration }

// Field returns an option.
func (r *configRecord) Field(name string) (jinja.Value, jinja.FieldKind) {
	h := r.context
	value, isSet := h.node.Config[name]
	if !isSet && h.kind != nil {
		value = nodetype.Default(&h.kind.Spec, name)
		isSet = value != nil
	}
	if !isSet {
		return jinja.Value{}, jinja.NoField
	}
	switch value.(type) {
	case map[string]any, []any:
		return h.option(value, 1), jinja.KeptField
	default:
		return goField(value)
	}
}

// Fill sets all options.
func (r *configRecord) Fill(d *jinja.Dict) {
	values := r.context.node.Config
	if r.context.kind != nil {
		values = nodetype.WithDefaults(r.context.kind.Spec, values)
	}
	for _, name := range sortedKeys(values) {
		d.Set(name, r.context.option(values[name], 1))
	}
}

// maxOptionDepth is the maximum nesting depth of options.
const maxOptionDepth = 32

// option returns the value of an option. For a chosen column it is the column itself.
func (h hydration) option(value any, depth int) jinja.Value {
	if depth > maxOptionDepth {
		return jinja.None()
	}
	switch value := value.(type) {
	case map[string]any:
		if ref, isColumn := chosenColumn(value); isColumn {
			return h.chosen(ref)
		}
		fields := make([]field, 0, len(value))
		for _, key := range sortedKeys(value) {
			fields = append(fields, field{key, h.option(value[key], depth+1)})
		}
		return recordValue(fields...)
	case []any:
		list := make([]jinja.Value, len(value))
		for i, item := range value {
			list[i] = h.option(item, depth+1)
		}
		return jinja.NewList(list...)
	default:
		return jinja.FromGo(value)
	}
}

// chosenColumn reads {columnCounter, stepCounter}.
func chosenColumn(value map[string]any) (transform.ColumnRef, bool) {
	column, hasColumn := value["columnCounter"].(string)
	node, hasNode := value["stepCounter"].(string)
	return transform.ColumnRef{Node: transform.NodeID(node), Column: transform.ColumnID(column)}, hasColumn && hasNode
}

// chosen returns the column that an option names, or none if the column no longer exists.
func (h hydration) chosen(ref transform.ColumnRef) jinja.Value {
	node, column := h.column(ref)
	if column == nil {
		return jinja.None()
	}
	return h.columnValue(node, column)
}
