package workspace

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// NewNode is a node that somebody wants to create.
type NewNode struct {
	Type         transform.NodeTypeID
	Predecessors []transform.NodeID
	Name         string  // empty follows from the type and the first predecessor
	Location     string  // empty follows from the type and the project
	SQL          *string // the text of a node of a type for SQL; nil writes one that selects what the predecessors have
}

// maxPredecessors is how many nodes one node can be created from.
const maxPredecessors = 100

// CreateNode creates a node. With predecessors it has their columns, each referring to its origin, and a join of them.
func (d *Service) CreateNode(ctx context.Context, by account.Actor, id ids.Workspace, wish NewNode) (Node, error) {
	if len(wish.Predecessors) > maxPredecessors {
		return Node{}, fault.New(fault.Invalid, "there are %d predecessors", len(wish.Predecessors)).WithHint("At most %d.", maxPredecessors)
	}
	fresh := wish.id()
	return d.edited(ctx, by, id, fresh, func(v *Revision) (Edit, error) {
		n, err := v.newNode(fresh, wish)
		if err != nil {
			return Edit{}, err
		}
		content, err := projectfile.WriteNode(n, nil)
		if err != nil {
			return Edit{}, err
		}
		path := freePath(v.Folder.Files, projectfile.NodePath(n))
		if n.Kind == transform.SQLNode && path != projectfile.NodePath(n) {
			return Edit{}, fault.New(fault.Invalid, "there is a file %s already", projectfile.NodePath(n)).WithHint("Choose another name.")
		}
		return Edit{Put: map[string][]byte{path: content}}, nil
	})
}

// id is the id of the new node: the one that its text names, else a fresh one.
func (w *NewNode) id() transform.NodeID {
	if w.SQL != nil {
		if id := textIdentity(*w.SQL); id != "" {
			return id
		}
	}
	return ids.New[transform.NodeID]()
}

// newNode makes the node of a wish.
func (v *Revision) newNode(id transform.NodeID, wish NewNode) (*transform.Node, error) {
	c := v.Compilation
	if other, taken := c.Node(id); taken {
		return nil, fault.New(fault.Invalid, "the id %.100s is that of node %s", id, other.Ref()).WithHint("Leave @id out of the text.")
	}
	before, err := v.predecessors(wish.Predecessors)
	if err != nil {
		return nil, err
	}
	kind, typ, err := v.typeOf(wish)
	if err != nil {
		return nil, err
	}
	n := &transform.Node{ID: id, Kind: kind, Type: wish.Type, IsSource: wish.Type == sourceType, DeployEnabled: true}
	if n.Location, err = v.locationFor(wish, typ); err != nil {
		return nil, err
	}
	n.Name = wish.Name
	if n.Name == "" {
		n.Name = freeName(c, n.Location, nameAfter(typ, before))
	}
	if err := checkNodeName(n); err != nil {
		return nil, err
	}
	if err := checkUnique(c, n); err != nil {
		return nil, err
	}
	if kind == transform.SQLNode {
		return n, v.fillSQL(n, typ, wish, before)
	}
	return n, v.fill(n, typ, before)
}

// predecessors finds the nodes that a node is created from, each once.
func (v *Revision) predecessors(list []transform.NodeID) ([]*compiler.Node, error) {
	var found []*compiler.Node
	for _, id := range list {
		n, ok := v.find(id)
		if !ok {
			return nil, fault.New(fault.Invalid, "the predecessor %.100s was not found", id).
				WithHint("predecessorNodeIDs are ids of nodes of this workspace.")
		}
		if !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	return found, nil
}

// typeOf finds the type of a wish, and the kind of node that it is for: YAML if it can be, and SQL if a text came with it.
func (v *Revision) typeOf(wish NewNode) (transform.Kind, *transform.NodeType, error) {
	kind := transform.YAMLNode
	if wish.SQL != nil {
		kind = transform.SQLNode
	}
	typ, ok := v.Compilation.Types.Lookup(wish.Type, kind)
	switch {
	case !ok:
		return "", nil, v.unknownType(wish.Type)
	case typ.IsDisabled || typ.Spec.IsDisabled:
		return "", nil, fault.New(fault.Invalid, "the node type %s is disabled", typ.Name).WithHint("Choose another one.")
	case wish.SQL != nil && !typ.Serves(transform.SQLNode):
		return "", nil, fault.New(fault.Invalid, "the node type %s is not for nodes that are written in SQL", typ.Name).
			WithHint("Leave sql out, or choose a type with fileVersion 2.")
	case !typ.Serves(kind):
		return transform.SQLNode, typ, nil
	default:
		return kind, typ, nil
	}
}

func (v *Revision) unknownType(id transform.NodeTypeID) error {
	hint := "GET nodeTypes of the workspace lists the types."
	if near := v.Compilation.Types.Suggest(id); len(near) > 0 {
		hint = fmt.Sprintf("Did you mean %s? ", strings.Join(near, " or ")) + hint
	}
	return fault.New(fault.Invalid, "there is no node type %.100q", id).WithHint("%s", hint)
}

// locationFor is where a new node goes: where it was asked for, else where its type says, else where the project puts
// things.
func (v *Revision) locationFor(wish NewNode, typ *transform.NodeType) (string, error) {
	p := v.Compilation.Project
	if wish.Location != "" {
		return wish.Location, checkLocation(p, wish.Location)
	}
	for _, location := range []string{typ.DefaultLocation, p.Manifest.DefaultStorageMapping} {
		if location != "" && slices.Contains(p.Locations, location) {
			return location, nil
		}
	}
	if len(p.Locations) > 0 {
		return p.Locations[0], nil
	}
	return "", fault.New(fault.Invalid, "the project has no Storage Location").WithHint("Set the locations of the workspace first.")
}

// nameAfter is the prefix of a type and the name of the first predecessor.
func nameAfter(typ *transform.NodeType, before []*compiler.Node) string {
	prefix := cmp.Or(typ.Spec.Short, strings.ToUpper(projectfile.FileName(typ.Name)), "NODE")
	if len(before) == 0 {
		return prefix + "_NEW"
	}
	name := prefix + "_" + before[0].Name
	return strings.TrimSpace(name[:min(len(name), maxName-10)])
}

// fill gives a new YAML node what its type and its predecessors say.
func (v *Revision) fill(n *transform.Node, typ *transform.NodeType, before []*compiler.Node) error {
	n.Config = nodetype.WithDefaults(typ.Spec, nil)
	if n.IsSource {
		return nil
	}
	n.Materialization = nodetype.Materialization(typ)
	made, err := v.joinFor(n, typ, before)
	if err != nil {
		return err
	}
	n.Columns = made.columns
	n.Sources = []transform.Source{made.source(n.Name)}
	n.Columns = nodetype.WithSystemColumns(&typ.Spec, n)
	for i := range n.Columns {
		n.Columns[i].ID = ids.New[transform.ColumnID]()
	}
	return nil
}
