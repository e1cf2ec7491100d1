package render

import (
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// sources returns the source groups of the node.
func (h hydration) sources() jinja.Value {
	list := make([]jinja.Value, len(h.node.Sources))
	for i := range h.node.Sources {
		list[i] = jinja.RecordValue(&sourceRecord{context: &h, group: i})
	}
	return jinja.NewList(list...)
}

// query returns the whole query of a SQL node. Until its columns are resolved, only the parsed text has it.
func (h hydration) query(from *transform.Source) string {
	if sql := h.node.SQL; from.Query == "" && sql != nil && sql.Read != nil {
		return sql.Read.BodyWithoutAnnotations
	}
	return from.Query
}

// dependencies returns the nodes that a source group reads, with all their columns.
func (h hydration) dependencies(from *transform.Source) jinja.Value {
	list := make([]jinja.Value, 0, len(from.Dependencies))
	for _, ref := range from.Dependencies {
		node := h.nodes.named(ref)
		if node == nil {
			continue
		}
		list = append(list, recordValue(
			field{"node", h.nodeDict(node)},
			later("columns", func() jinja.Value { return h.columnsOf(node) }),
		))
	}
	return jinja.NewList(list...)
}

// alias returns the name that a node has in the join of a source group. If the node is joined twice, its own name takes
// precedence, then the alphabetically first alias.
func (h hydration) alias(group int, node *transform.Node) string {
	if group >= len(h.node.Sources) {
		return node.Name
	}
	aliases := h.node.Sources[group].Aliases
	if id, taken := aliases[node.Name]; taken && id == node.ID {
		return node.Name
	}
	found := ""
	for alias, id := range aliases {
		if id == node.ID && (found == "" || alias < found) {
			found = alias
		}
	}
	if found == "" {
		return node.Name
	}
	return found
}
