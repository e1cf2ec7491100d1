package transform

import "strings"

// NodeID identifies a node. Like all ids here it is a text from the project's own files, unique within the project.
type NodeID string

// ColumnID identifies a column within its node. The id of a column of a SQL node is its name, unless the text sets
// another.
type ColumnID string

// NodeTypeID is the name of a library type, the id of a type in the project, or alias:::id of a type in a package.
type NodeTypeID string

// JobID identifies a job.
type JobID string

// SubgraphID identifies a subgraph.
type SubgraphID string

// packageSeparator separates the alias of a package from the id of a node type in it.
const packageSeparator = ":::"

// InPackage splits the id of a node type that comes from a package.
func (id NodeTypeID) InPackage() (alias string, own NodeTypeID, ok bool) {
	alias, rest, ok := strings.Cut(string(id), packageSeparator)
	if !ok {
		return "", id, false
	}
	return alias, NodeTypeID(rest), true
}

// Of returns the id by which nodes refer to the type in the package alias.
func (id NodeTypeID) Of(alias string) NodeTypeID {
	return NodeTypeID(alias+packageSeparator) + id
}

// NodeRef names a node the way ref() does.
type NodeRef struct {
	Location, Name string
}

// String formats the reference as LOCATION.NAME.
func (r NodeRef) String() string { return r.Location + "." + r.Name }

// ColumnRef names a column of a node by ids.
type ColumnRef struct {
	Node   NodeID
	Column ColumnID
}
