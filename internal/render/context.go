package render

import (
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

// fill adds the node to the variables of a template.
func (h hydration) fill(variables map[string]jinja.Value) {
	variables["node"] = jinja.Lazy(h.nodeValue)
	variables["columns"] = jinja.Lazy(h.columns)
	variables["sources"] = jinja.Lazy(h.sources)
	variables["config"] = jinja.Lazy(h.config)
	variables["this"] = jinja.Lazy(func() jinja.Value { return jinja.String(h.target.name(h.node)) })
	if h.node.Seed != nil {
		variables["seed"] = jinja.Lazy(h.seed)
	}
	h.fillTargetVariables(variables)
}

// fillTargetVariables adds the variables that are the same for all nodes.
func (r *Renderer) fillTargetVariables(variables map[string]jinja.Value) {
	variables["storageLocations"] = jinja.Lazy(r.storageLocations)
	variables["parameters"] = jinja.Lazy(func() jinja.Value { return jinja.FromGo(r.target.Parameters) })
	variables["dialect"] = r.dialectObject
}

// state returns the whole context of a node as one dict, which templates with their own deploy strategy compare.
func (h hydration) state() jinja.Value {
	variables := map[string]jinja.Value{}
	h.fill(variables)
	fields := make([]field, 0, len(variables))
	for _, name := range sortedKeys(variables) {
		fields = append(fields, field{name, variables[name]})
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
	return recordValue(
		text("id", string(n.ID)),
		text("name", n.Name),
		text("nodeType", string(n.Type)),
		field{"location", recordValue(text("name", n.Location))},
		text("description", n.Description),
		text("materializationType", n.Materialization),
		flag("isMultisource", n.IsMultisource),
		later("override", func() jinja.Value { return recordValue(field{"create", overrideOf(n)}) }),
		later("tests", func() jinja.Value { return h.nodeTests(n) }),
	)
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
