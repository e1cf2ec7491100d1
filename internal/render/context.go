package render

import (
	"slices"

	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// hydration builds the context of one node for templates. Every render gets new values, because templates may change
// them. Values are computed on first use, because most templates use few of them.
type hydration struct {
	*Renderer

	node *transform.Node
	kind *transform.NodeType // nil if unknown
}

func (r *Renderer) hydrate(n *transform.Node) hydration {
	kind, _ := r.types.Lookup(n.Type, n.Kind)
	return hydration{Renderer: r, node: n, kind: kind}
}

// variable returns a variable that describes the node or the target.
func (h hydration) variable(name string) (jinja.Value, bool) {
	switch name {
	case "node":
		return h.nodeValue(), true
	case "columns":
		return h.columns(), true
	case "sources":
		return h.sources(), true
	case "config":
		return h.config(), true
	case "this":
		return jinja.String(h.target.name(h.node)), true
	case "seed":
		if h.node.Seed == nil {
			return jinja.Value{}, false
		}
		return h.seed(), true
	default:
		return h.targetVariable(name)
	}
}

// names returns the names of these variables, sorted.
func (h hydration) names() []string {
	names := append([]string{"node", "columns", "sources", "config", "this"}, targetNames()...)
	if h.node.Seed != nil {
		names = append(names, "seed")
	}
	slices.Sort(names)
	return names
}

// targetVariable returns a variable that is the same for all nodes.
func (r *Renderer) targetVariable(name string) (jinja.Value, bool) {
	switch name {
	case "storageLocations":
		return r.storageLocations(), true
	case "parameters":
		return jinja.FromGo(r.target.Parameters), true
	case "dialect":
		return r.dialectObject, true
	default:
		return jinja.Value{}, false
	}
}

// targetNames returns the names of the variables that are the same for all nodes.
func targetNames() []string { return []string{"storageLocations", "parameters", "dialect"} }

// state returns the whole context of a node as one dict, which templates with their own deploy strategy compare.
func (h hydration) state() jinja.Value {
	names := h.names()
	fields := make([]field, 0, len(names))
	for _, name := range names {
		fields = append(fields, later(name, func() jinja.Value {
			value, _ := h.variable(name)
			return value
		}))
	}
	return recordValue(fields...)
}

func (r *Renderer) storageLocations() jinja.Value {
	list := make([]jinja.Value, 0, len(r.locations))
	for _, name := range r.locations {
		mapping := r.target.location(name)
		list = append(list, recordValue(text("name", name), text("database", mapping.Database), text("schema", mapping.Schema)))
	}
	return jinja.NewList(list...)
}

// nodeValue returns the node itself.
func (h hydration) nodeValue() jinja.Value { return h.nodeDict(h.node) }

// nodeDict describes a node: the rendered node or one that it reads.
func (h hydration) nodeDict(n *transform.Node) jinja.Value {
	return jinja.RecordValue(&nodeRecord{context: &h, node: n})
}

// overrideOf returns the script that replaces the create template of the node type.
func overrideOf(n *transform.Node) jinja.Value {
	script := ""
	for i := range n.Sources {
		if script = n.Sources[i].CustomSQL; script != "" {
			break
		}
	}
	return recordValue(flag("enabled", n.OverrideSQL), text("script", script))
}
