package transform

import "strings"

// The identities of a project's parts. They are texts of the project's own files, unique within the project.
type (
	NodeID     string
	ColumnID   string
	NodeTypeID string // a word of the library, the id of a type in the project, or alias:::id of one in a package
	JobID      string
	SubgraphID string
)

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

// Of gives the id by which nodes name the type own of the package alias.
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
