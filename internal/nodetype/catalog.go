package nodetype

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// Catalog contains the node types that the nodes of a project can name: its own, those of its packages, and the
// library.
type Catalog struct {
	types    []transform.NodeType // immutable
	byID     map[transform.NodeTypeID][]*transform.NodeType
	byName   map[string][]*transform.NodeType // by lower-case name
	builtIn  []*transform.NodeType
	library  map[string][]*transform.NodeType // by lower-case name
	prelude  string
	platform string
}

// NewCatalog returns the catalog of the types of a project on a platform.
func NewCatalog(types []transform.NodeType, platform string) *Catalog {
	c := &Catalog{
		types:    slices.Clone(types),
		byID:     map[transform.NodeTypeID][]*transform.NodeType{},
		byName:   map[string][]*transform.NodeType{},
		builtIn:  Library(),
		library:  map[string][]*transform.NodeType{},
		prelude:  Prelude(),
		platform: platform,
	}
	for i := range c.types {
		t := &c.types[i]
		c.byID[t.ID] = append(c.byID[t.ID], t)
		name := strings.ToLower(t.Name)
		c.byName[name] = append(c.byName[name], t)
	}
	for _, t := range c.builtIn {
		for _, word := range []string{strings.ToLower(string(t.ID)), strings.ToLower(t.Name)} {
			if !slices.Contains(c.library[word], t) {
				c.library[word] = append(c.library[word], t)
			}
		}
	}
	return c
}

// Platform returns the platform that the catalog was built for.
func (c *Catalog) Platform() string { return c.platform }

// Prelude returns the macros that the templates of the library call.
func (c *Catalog) Prelude() string { return c.prelude }

// Lookup finds the type that a node names: by the id of a type in the project or a package, by its name, or by its name
// in the library. A type for the node's kind takes precedence. If there is none, Lookup returns a type for the other
// kind, so that the caller can report the mismatch.
func (c *Catalog) Lookup(id transform.NodeTypeID, kind transform.Kind) (*transform.NodeType, bool) {
	word := strings.ToLower(string(id))
	for _, found := range [][]*transform.NodeType{c.byID[id], c.byName[word], c.library[word]} {
		if len(found) > 0 {
			return bestFor(kind, found), true
		}
	}
	return nil, false
}

// bestFor returns the first type for a kind of node, or the first of all if there is none.
func bestFor(kind transform.Kind, found []*transform.NodeType) *transform.NodeType {
	for _, t := range found {
		if t.Serves(kind) {
			return t
		}
	}
	return found[0]
}

// All returns the types by name, those of the project before those of the library.
func (c *Catalog) All() []*transform.NodeType {
	var all []*transform.NodeType
	for i := range c.types {
		all = append(all, &c.types[i])
	}
	for _, t := range c.builtIn {
		if _, replaced := c.byID[t.ID]; !replaced {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b *transform.NodeType) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version), cmp.Compare(a.ID, b.ID))
	})
	return all
}

// Suggest returns ids and names that are similar to an unknown one, the nearest first.
func (c *Catalog) Suggest(id transform.NodeTypeID) []string {
	names := map[string]bool{}
	for _, t := range c.All() {
		names[string(t.ID)] = true
		if t.Package == "" {
			names[t.Name] = true
		}
	}
	return nearest(string(id), slices.Sorted(maps.Keys(names)))
}
