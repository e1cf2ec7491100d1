package difference

import (
	"strings"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
)

// catalog finds the observed relations by name, and compares names and types as the engine does.
type catalog struct {
	dialect   *dialect.Dialect
	relations map[objectKey]*engine.Relation
	types     map[string]string // by the type as a project writes it: the engine's name
}

// objectKey is a schema and a name in the form in which the engine compares them.
type objectKey struct{ database, schema, name string }

func newCatalog(d *dialect.Dialect, observed Observed) *catalog {
	c := &catalog{dialect: d, relations: map[objectKey]*engine.Relation{}, types: observed.TypeNames}
	for schema, relations := range observed.Objects {
		for i := range relations {
			c.relations[c.key(schema, relations[i].Name)] = &relations[i]
		}
	}
	return c
}

func (c *catalog) key(schema engine.Schema, name string) objectKey {
	return objectKey{c.dialect.Comparable(schema.Database), c.dialect.Comparable(schema.Name), c.dialect.Comparable(name)}
}

func (c *catalog) keyOf(at ObjectRef) objectKey { return c.key(at.Schema, at.Name) }

// isSameObject reports whether two references name the same object.
func (c *catalog) isSameObject(a, b ObjectRef) bool { return c.keyOf(a) == c.keyOf(b) }

// find returns the relation at a location, nil if there is none.
func (c *catalog) find(at ObjectRef) *engine.Relation { return c.relations[c.keyOf(at)] }

// qualified returns the name of an object as statements write it.
func (c *catalog) qualified(at ObjectRef) string {
	return c.dialect.Qualify(at.Schema.Database, at.Schema.Name, at.Name)
}

// sameType compares a type as a project writes it with the engine's name. An empty type equals every type.
func (c *catalog) sameType(written, reported string) bool {
	return written == "" || strings.EqualFold(c.typeName(written), reported)
}

// typeName returns the engine's own name for the type that a column of a table gets.
func (c *catalog) typeName(written string) string {
	if name, known := c.types[written]; known {
		written = name
	}
	return c.dialect.StoredType(written)
}

func (c *catalog) sameName(a, b string) bool {
	return a == b || c.dialect.Comparable(a) == c.dialect.Comparable(b)
}

func (c *catalog) sameSchema(a, b engine.Schema) bool { return c.key(a, "") == c.key(b, "") }

// sameDatabase compares the databases of two schemas.
func (c *catalog) sameDatabase(a, b engine.Schema) bool {
	return c.sameSchema(engine.Schema{Database: a.Database}, engine.Schema{Database: b.Database})
}

func kindOf(relation *engine.Relation) Kind {
	if relation.IsView {
		return View
	}
	return Table
}
