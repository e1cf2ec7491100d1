package render

import (
	"cmp"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/transform"
)

// Target is the place that SQL is rendered for.
type Target struct {
	Dialect *dialect.Dialect // nil is the one for a project that names no platform
	// Mappings say where the storage locations are. A location without one is a schema of its own name in
	// DefaultDatabase, so that a project runs with no configuration at all.
	Mappings        map[string]transform.Mapping
	DefaultDatabase string
	// SchemaPrefix stands before the name of a location in the schema of what is built there, where no mapping names a
	// schema. Sources are read where their data is, without it.
	SchemaPrefix string
	Parameters   map[string]any
	// Interrupt is asked now and then while a template is rendered; its error ends the render. May be nil.
	Interrupt func() error
}

// location is where what is built in a storage location is.
func (t *Target) location(name string) transform.Mapping {
	return t.mapped(name, t.SchemaPrefix+name)
}

// mapped is where a storage location is mapped to, and in the schema that is given when the mapping names none.
func (t *Target) mapped(location, schema string) transform.Mapping {
	mapped := t.Mappings[location]
	return transform.Mapping{
		Database: cmp.Or(mapped.Database, t.DefaultDatabase),
		Schema:   cmp.Or(mapped.Schema, schema),
	}
}

// place is where a node is. A source that its location does not map is where its file says.
func (t *Target) place(n *transform.Node) transform.Mapping {
	if !n.IsSource {
		return t.location(n.Location)
	}
	place := t.mapped(n.Location, n.Location)
	if _, isMapped := t.Mappings[n.Location]; isMapped {
		return place
	}
	return transform.Mapping{
		Database: cmp.Or(n.Database, place.Database),
		Schema:   cmp.Or(n.Schema, place.Schema),
	}
}

// name returns the qualified and quoted name of a node.
func (t *Target) name(n *transform.Node) string {
	place := t.place(n)
	return t.Dialect.Qualify(place.Database, place.Schema, n.Name)
}

// Dialect returns the SQL that is rendered.
func (r *Renderer) Dialect() *dialect.Dialect { return r.target.Dialect }

// Name returns the qualified and quoted name that ref() prints, whether or not there is such a node.
func (r *Renderer) Name(ref transform.NodeRef) string {
	if n := r.nodes.named(ref); n != nil {
		return r.target.name(n)
	}
	place := r.target.location(ref.Location)
	return r.target.Dialect.Qualify(place.Database, place.Schema, ref.Name)
}

// Place is where a node's object is.
func (r *Renderer) Place(n *transform.Node) transform.Mapping { return r.target.place(n) }
