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
	"github.com/millrace/millrace/internal/validate"
)

// NewNode is a node to be created.
type NewNode struct {
	Type         transform.NodeTypeID
	Predecessors []transform.NodeID
	Name         string  // empty derives it from the type and the first predecessor
	Location     string  // empty derives it from the type and the project
	SQL          *string // the text of a node of a SQL type; nil generates one that selects the columns of the predecessors
	Source       *NewSource
	// PrefersSQL writes the node in SQL if its type supports both kinds of nodes.
	PrefersSQL bool
}

// NewSource is the table of a source to be created. Database and schema apply if its location has no mapping.
type NewSource struct {
	Database, Schema string
	Columns          []transform.Column
}

// maxPredecessors is how many nodes one node can be created from.
const maxPredecessors = 100

// CreateNode creates a node. With predecessors it gets their columns, each with a reference to its source, and a join
// of them.
func (s *Service) CreateNode(ctx context.Context, by account.Actor, id ids.Workspace, draft NewNode) (Node, error) {
	if draft.Source != nil && draft.Type != sourceType {
		return Node{}, fault.New(fault.Invalid, "a node of the type %.100s has no source", draft.Type).
			WithHint("Send the node type Source, or leave source out.")
	}
	if len(draft.Predecessors) > maxPredecessors {
		return Node{}, fault.New(fault.Invalid, "the node has %d predecessors", len(draft.Predecessors)).WithHint("Send at most %d.", maxPredecessors)
	}
	fresh := draft.id()
	return s.edited(ctx, by, id, fresh, func(v *Revision) (Edit, error) {
		n, err := v.newNode(fresh, draft)
		if err != nil {
			return Edit{}, err
		}
		content, err := projectfile.WriteNode(n, nil)
		if err != nil {
			return Edit{}, err
		}
		path := freePath(v.Folder.Files, projectfile.NodePath(n))
		if n.Kind == transform.SQLNode && path != projectfile.NodePath(n) {
			return Edit{}, fault.New(fault.Invalid, "the file %s already exists", projectfile.NodePath(n)).WithHint("Choose another name.")
		}
		return Edit{Put: map[string][]byte{path: content}}, nil
	})
}

// id returns the id of the new node: the one in its text, or a new one.
func (w *NewNode) id() transform.NodeID {
	if w.SQL != nil {
		if id := textIdentity(*w.SQL); id != "" {
			return id
		}
	}
	return ids.New[transform.NodeID]()
}

// newNode builds the node to be created.
func (v *Revision) newNode(id transform.NodeID, draft NewNode) (*transform.Node, error) {
	c := v.Compilation
	if other, taken := c.Node(id); taken {
		return nil, fault.New(fault.Invalid, "the id %.100s belongs to node %s", id, other.Ref()).WithHint("Leave @id out of the text.")
	}
	before, err := v.predecessors(draft.Predecessors)
	if err != nil {
		return nil, err
	}
	kind, typ, err := v.typeOf(draft)
	if err != nil {
		return nil, err
	}
	n := &transform.Node{ID: id, Kind: kind, Type: draft.Type, IsSource: draft.Type == sourceType, DeployEnabled: true}
	if n.Location, err = v.locationFor(draft, typ); err != nil {
		return nil, err
	}
	n.Name = draft.Name
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
		return n, v.fillSQL(n, typ, draft, before)
	}
	if n.IsSource {
		n.Config = nodetype.WithDefaults(typ.Spec, nil)
		return n, draft.Source.fillSource(n)
	}
	return n, v.fillYAML(n, typ, before)
}

// fillSource sets what the request says about the table of a source.
func (w *NewSource) fillSource(n *transform.Node) error {
	if w == nil {
		return nil
	}
	for what, name := range map[string]string{"source.database": w.Database, "source.schema": w.Schema} {
		if err := validate.CheckLine(what, name, maxName); err != nil {
			return err
		}
	}
	columns := NodeDraft{Node: transform.Node{Columns: w.Columns}}
	if err := columns.check(); err != nil {
		return err
	}
	n.Database, n.Schema, n.Columns = w.Database, w.Schema, columns.Node.Columns
	return nil
}

// predecessors returns the nodes that a node is created from, each once.
func (v *Revision) predecessors(list []transform.NodeID) ([]*compiler.Node, error) {
	var found []*compiler.Node
	for _, id := range list {
		n, ok := v.find(id)
		if !ok {
			return nil, fault.New(fault.Invalid, "the predecessor %.100s was not found", id).
				WithHint("Send ids of nodes of this workspace as predecessorNodeIDs.")
		}
		if !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	return found, nil
}

// typeOf returns the type of a new node and its kind: YAML if the type allows it, SQL if the request contains a text or
// prefers SQL.
func (v *Revision) typeOf(draft NewNode) (transform.Kind, *transform.NodeType, error) {
	kind, other := transform.YAMLNode, transform.SQLNode
	if draft.SQL != nil || draft.PrefersSQL {
		kind, other = other, kind
	}
	typ, ok := v.Compilation.Types.Lookup(draft.Type, kind)
	switch {
	case !ok:
		return "", nil, v.unknownType(draft.Type)
	case typ.IsDisabled || typ.Spec.IsDisabled:
		return "", nil, fault.New(fault.Invalid, "the node type %s is disabled", typ.Name).WithHint("Choose another type.")
	case draft.SQL != nil && !typ.Serves(transform.SQLNode):
		return "", nil, fault.New(fault.Invalid, "the node type %s does not support nodes that are written in SQL", typ.Name).
			WithHint("Leave sql out, or choose a type with fileVersion 2.")
	case !typ.Serves(kind):
		return other, typ, nil
	default:
		return kind, typ, nil
	}
}

func (v *Revision) unknownType(id transform.NodeTypeID) error {
	hint := "List the node types of the workspace."
	if near := v.Compilation.Types.Suggest(id); len(near) > 0 {
		hint = fmt.Sprintf("Did you mean %s? ", strings.Join(near, " or ")) + hint
	}
	return fault.New(fault.Invalid, "the node type %.100q does not exist", id).WithHint("%s", hint)
}

// locationFor returns the location of a new node: the requested one, or that of its type, or the project's default.
func (v *Revision) locationFor(draft NewNode, typ *transform.NodeType) (string, error) {
	p := v.Compilation.Project
	if draft.Location != "" {
		return draft.Location, checkLocation(p, draft.Location)
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

// nameAfter returns the prefix of a type and the name of the first predecessor.
func nameAfter(typ *transform.NodeType, before []*compiler.Node) string {
	prefix := cmp.Or(typ.Spec.Short, strings.ToUpper(projectfile.FileName(typ.Name)), "NODE")
	if len(before) == 0 {
		return prefix + "_NEW"
	}
	name := prefix + "_" + before[0].Name
	return strings.TrimSpace(name[:min(len(name), maxName-10)])
}

// fillYAML sets what the type and the predecessors of a new YAML node determine.
func (v *Revision) fillYAML(n *transform.Node, typ *transform.NodeType, before []*compiler.Node) error {
	n.Config = nodetype.WithDefaults(typ.Spec, nil)
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
