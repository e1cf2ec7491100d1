package workspace

import (
	"cmp"
	"strings"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// A node has its id in its file. One whose file has none, because it cannot be read or because nobody wrote one yet, goes
// by the path of the file within the project. Clients count on UUIDs, and put ids into addresses; so they get one that
// follows from the path. It is the same on every server, for as long as the file stays where it is.

// nodesFolder is how the id of a node without one of its own begins.
const nodesFolder = "nodes/"

// PublicID is the id of a node as clients know it.
func PublicID(id transform.NodeID) string {
	if !strings.HasPrefix(string(id), nodesFolder) {
		return string(id)
	}
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte(id)).String()
}

// unnamed are the nodes without an id of their own, by the id that clients know.
func (v *Revision) unnamed() map[transform.NodeID]transform.NodeID {
	var found map[transform.NodeID]transform.NodeID
	for _, n := range v.Compilation.Nodes() {
		if !strings.HasPrefix(string(n.ID), nodesFolder) {
			continue
		}
		if found == nil {
			found = map[transform.NodeID]transform.NodeID{}
		}
		found[transform.NodeID(PublicID(n.ID))] = n.ID
	}
	return found
}

// inner is the id within the project that a client means.
func (v *Revision) inner(id transform.NodeID) transform.NodeID {
	if _, ok := v.Compilation.Node(id); ok {
		return id
	}
	return cmp.Or(v.unnamed()[id], id)
}

// find gives the node that a client means.
func (v *Revision) find(id transform.NodeID) (*compiler.Node, bool) {
	return v.Compilation.Node(v.inner(id))
}

// withInternalIDs is a draft with the ids within the project in the place of those that clients know.
func (v *Revision) withInternalIDs(draft NodeDraft) NodeDraft {
	unnamed := v.unnamed()
	if unnamed == nil {
		return draft
	}
	inner := func(id transform.NodeID) transform.NodeID { return cmp.Or(unnamed[id], id) }
	for i := range draft.Node.Columns {
		column := &draft.Node.Columns[i]
		for _, source := range column.Sources {
			replaceNodes(source.References, inner)
		}
		if column.Hash != nil {
			replaceNodes(column.Hash.Columns, inner)
		}
	}
	for i := range draft.Node.Sources {
		for alias, id := range draft.Node.Sources[i].Aliases {
			draft.Node.Sources[i].Aliases[alias] = inner(id)
		}
	}
	return draft
}

func replaceNodes(refs []transform.ColumnRef, inner func(transform.NodeID) transform.NodeID) {
	for i := range refs {
		refs[i].Node = inner(refs[i].Node)
	}
}
