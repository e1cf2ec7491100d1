package render

import (
	"cmp"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/transform"
)

// Target is the compile target that SQL is rendered for.
type Target struct {
	Dialect *dialect.Dialect // nil is the dialect of a project without a platform
	// Mappings are the database and schema of each storage location. A location without a mapping is a schema of its
	// own name in DefaultDatabase, so that a project runs without any configuration.
	Mappings        map[string]transform.Mapping
	DefaultDatabase string
	// SchemaPrefix precedes the name of a location in the schema of its objects if no mapping names a schema. It does
	// not apply to sources, because their data already exists.
	SchemaPrefix string
	Parameters   map[string]any
	// Interrupt is called now and then during a render; its error ends the render. May be nil.
	Interrupt func() error
}

// location returns the database and schema of the objects of a storage location.
func (t *Target) location(name string) transform.Mapping {
	return t.mapped(name, t.SchemaPrefix+name)
}

// mapped returns the mapping of a storage location, with the given schema if the mapping names none.
func (t *Target) mapped(location, schema string) transform.Mapping {
	mapped := t.Mappings[location]
	return transform.Mapping{
		Database: cmp.Or(mapped.Database, t.DefaultDatabase),
		Schema:   cmp.Or(mapped.Schema, schema),
	}
}

// mappingOf returns the database and schema of a node. For a source whose location has no mapping they come from its file.
func (t *Target) mappingOf(n *transform.Node) transform.Mapping {
	if !n.IsSource {
		return t.location(n.Location)
	}
	mapping := t.mapped(n.Location, n.Location)
	if _, isMapped := t.Mappings[n.Location]; isMapped {
		return mapping
	}
	return transform.Mapping{
		Database: cmp.Or(n.Database, mapping.Database),
		Schema:   cmp.Or(n.Schema, mapping.Schema),
	}
}

// name returns the qualified and quoted name of a node.
func (t *Target) name(n *transform.Node) string {
	mapping := t.mappingOf(n)
	return t.Dialect.Qualify(mapping.Database, mapping.Schema, n.Name)
}

// Dialect returns the dialect of the rendered SQL.
func (r *Renderer) Dialect() *dialect.Dialect { return r.target.Dialect }

// Name returns the qualified and quoted name that ref() prints, whether or not the node exists.
func (r *Renderer) Name(ref transform.NodeRef) string {
	if n := r.nodes.named(ref); n != nil {
		return r.target.name(n)
	}
	mapping := r.target.location(ref.Location)
	return r.target.Dialect.Qualify(mapping.Database, mapping.Schema, ref.Name)
}

// MappingOf returns the database and schema of a node's object.
func (r *Renderer) MappingOf(n *transform.Node) transform.Mapping { return r.target.mappingOf(n) }
