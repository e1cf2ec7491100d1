package transform

import "strings"

// NodeID is the identity of a node. Like all ids here it is a text of the project's own files, unique within the project.
type NodeID string

// ColumnID is the identity of a column within its node. A column of a SQL node is known by its name, unless it says
// otherwise.
type ColumnID string

// NodeTypeID is a word of the library, the id of a type in the project, or alias:::id of one in a package.
type NodeTypeID string

// JobID is the identity of a job.
type JobID string

// SubgraphID is the identity of a subgraph.
type SubgraphID string

// packageSeparator stands between the alias of a package and the id of a node type in it.
const packageSeparator = ":::"

// InPackage splits the id of a node type that comes from a package.
func (id NodeTypeID) InPackage() (alias string, own NodeTypeID, ok bool) {
	alias, rest, ok := strings.Cut(string(id), packageSeparator)
	if !ok {
		return "", id, false
	}
	return alias, NodeTypeID(rest), true
}

// Of returns the id by which nodes name the type own of the package alias.
func (id NodeTypeID) Of(alias string) NodeTypeID {
	return NodeTypeID(alias+packageSeparator) + id
}

// NodeRef names a node the way ref() does.
type NodeRef struct {
	Location, Name string
}

// String prints LOCATION.NAME, the way people write it.
func (r NodeRef) String() string { return r.Location + "." + r.Name }

// ColumnRef names a column of a node by ids.
type ColumnRef struct {
	Node   NodeID
	Column ColumnID
}
