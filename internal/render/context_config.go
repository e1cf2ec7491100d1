package render

import (
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// config returns the options of the node, with the defaults of its node type for options that are not set.
func (h hydration) config() jinja.Value {
	values := h.node.Config
	if h.kind != nil {
		values = nodetype.WithDefaults(h.kind.Spec, values)
	}
	return h.option(values, 0)
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
	return jinja.DictValue(h.columnDict(node, column))
}
