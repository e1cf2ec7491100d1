package workspace

import (
	"cmp"
	"strings"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// A node's id is in its file. A node whose file has none, because it cannot be parsed or was never written, is
// identified by the path of the file within the project. Clients expect UUIDs and put ids into URLs, so they get a UUID
// derived from the path. It is the same on every server while the file keeps its path.

// nodesFolder is the prefix of the internal id of a node without its own id.
const nodesFolder = "nodes/"

// PublicID returns the id of a node that clients see.
func PublicID(id transform.NodeID) string {
	if !strings.HasPrefix(string(id), nodesFolder) {
		return string(id)
	}
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte(id)).String()
}

// nodesWithoutID returns the nodes without their own id, by their public id.
func (v *Revision) nodesWithoutID() map[transform.NodeID]transform.NodeID {
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

// internalID returns the internal id for the id of a client.
func (v *Revision) internalID(id transform.NodeID) transform.NodeID {
	if _, ok := v.Compilation.Node(id); ok {
		return id
	}
	return cmp.Or(v.nodesWithoutID()[id], id)
}

// find returns the node for the id of a client.
func (v *Revision) find(id transform.NodeID) (*compiler.Node, bool) {
	return v.Compilation.Node(v.internalID(id))
}

// withInternalIDs returns a draft with internal ids instead of those of the client.
func (v *Revision) withInternalIDs(draft NodeDraft) NodeDraft {
	unnamed := v.nodesWithoutID()
	inner := func(id transform.NodeID) transform.NodeID { return cmp.Or(unnamed[id], id) }
	columns := map[transform.NodeID]columnIDs{}
	replace := func(refs []transform.ColumnRef) {
		for i := range refs {
			ref := &refs[i]
			ref.Node = inner(ref.Node)
			known, isRead := columns[ref.Node]
			if !isRead {
				n, _ := v.Compilation.Node(ref.Node)
				known = internalColumnIDs(n)
				columns[ref.Node] = known
			}
			ref.Column = known.of(ref.Column)
		}
	}
	for i := range draft.Node.Columns {
		column := &draft.Node.Columns[i]
		for _, source := range column.Sources {
			replace(source.References)
		}
		if column.Hash != nil {
			replace(column.Hash.Columns)
		}
	}
	for i := range draft.Node.Sources {
		for alias, id := range draft.Node.Sources[i].Aliases {
			draft.Node.Sources[i].Aliases[alias] = inner(id)
		}
	}
	return draft
}
