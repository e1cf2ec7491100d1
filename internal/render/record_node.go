package render

import (
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/transform"
)

// nodeRecord is a node as templates see it: the rendered node or one that it reads.
type nodeRecord struct {
	context *hydration
	node    *transform.Node
}

// Field returns a field of the node.
func (r *nodeRecord) Field(name string) (jinja.Value, jinja.FieldKind) {
	n := r.node
	switch name {
	case "id":
		return jinja.String(string(n.ID)), jinja.PlainField
	case "name":
		return jinja.String(n.Name), jinja.PlainField
	case "nodeType":
		return jinja.String(string(n.Type)), jinja.PlainField
	case "location":
		return recordValue(text("name", n.Location)), jinja.KeptField
	case "description":
		return jinja.String(n.Description), jinja.PlainField
	case "materializationType":
		return jinja.String(n.Materialization), jinja.PlainField
	case "isMultisource":
		return jinja.Bool(n.IsMultisource), jinja.PlainField
	case "override":
		return recordValue(field{"create", overrideOf(n)}), jinja.KeptField
	case "tests":
		return jinja.Lazy(func() jinja.Value { return r.context.nodeTests(n) }), jinja.KeptField
	default:
		return jinja.Value{}, jinja.NoField
	}
}

// Fill sets all fields.
func (r *nodeRecord) Fill(d *jinja.Dict) {
	fillFields(d, r, "id", "name", "nodeType", "location", "description", "materializationType", "isMultisource", "override", "tests")
}

// sourceRecord is a source group of the rendered node as templates see it.
type sourceRecord struct {
	context *hydration
	group   int
}

// Field returns a field of the source group.
func (r *sourceRecord) Field(name string) (jinja.Value, jinja.FieldKind) {
	h := r.context
	from := &h.node.Sources[r.group]
	switch name {
	case "name":
		return jinja.String(from.Name), jinja.PlainField
	case "columns":
		return jinja.Lazy(func() jinja.Value { return h.sourceColumns(r.group) }), jinja.KeptField
	case "join":
		return jinja.String(from.Join), jinja.PlainField
	case "cteString":
		return jinja.String(h.node.CTE), jinja.PlainField
	case "selectModifier":
		return jinja.String(from.SelectModifier), jinja.PlainField
	case "dependencies":
		return jinja.Lazy(func() jinja.Value { return h.dependencies(from) }), jinja.KeptField
	case "customSQL":
		return jinja.String(from.CustomSQL), jinja.PlainField
	case "query":
		if h.node.Kind == transform.SQLNode {
			return jinja.String(h.query(from)), jinja.PlainField
		}
	}
	return jinja.Value{}, jinja.NoField
}

// Fill sets all fields.
func (r *sourceRecord) Fill(d *jinja.Dict) {
	fillFields(d, r, "name", "columns", "join", "cteString", "selectModifier", "dependencies", "customSQL", "query")
}

// fillFields sets fields of a dict in this order, as far as the record has them.
func fillFields(d *jinja.Dict, from jinja.Record, names ...string) {
	for _, name := range names {
		if v, kind := from.Field(name); kind != jinja.NoField {
			d.Set(name, v)
		}
	}
}
