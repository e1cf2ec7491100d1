package workspace

import (
	"context"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/validate"
)

// NodeDraft is the new content of a node that a client sends.
type NodeDraft struct {
	// Node is the new node. Its id, kind, file and seed are ignored. An empty location keeps the current one.
	Node          transform.Node
	DeployEnabled *bool   // nil keeps it
	SQL           *string // the text of a node that is written in SQL; nil keeps it
	Seen          Version
	// Transforms are the expressions of columns of a YAML node that differ from the expressions of their first sources,
	// by the position of the column.
	Transforms map[int]string
	// Compare compares the draft with a node that is written in SQL, so that omitted fields stay. It is nil if the
	// draft is complete.
	Compare func(Node) (NodeEdit, error)
}

// maxColumns is how many columns a node may have.
const maxColumns = 10_000

// SetNode replaces a node. If the name changes, references by the old name are not updated.
func (s *Service) SetNode(ctx context.Context, by account.Actor, id ids.Workspace, node transform.NodeID, draft NodeDraft) (Node, error) {
	if err := draft.check(); err != nil {
		return Node{}, err
	}
	return s.edited(ctx, by, id, node, func(v *Revision) (Edit, error) {
		n, err := v.node(node)
		if err != nil {
			return Edit{}, err
		}
		if err := checkVersion("node "+string(node), draft.Seen, n.Version()); err != nil {
			return Edit{}, err
		}
		return v.set(n, draft)
	})
}

// set plans the edit that replaces a node.
func (v *Revision) set(n Node, draft NodeDraft) (Edit, error) {
	before := v.read(n.Node)
	if before.Kind == transform.SQLNode {
		return draft.editSQL(n, before)
	}
	meant := v.withInternalIDs(draft)
	after, err := meant.applyTo(before)
	if err != nil {
		return Edit{}, err
	}
	if err := v.checkChange(before, after, before.Kind); err != nil {
		return Edit{}, err
	}
	return v.replace(before, after)
}

func (draft *NodeDraft) check() error {
	if len(draft.Node.Columns) > maxColumns {
		return fault.New(fault.Invalid, "the node has %d columns", len(draft.Node.Columns)).WithHint("Send at most %d.", maxColumns)
	}
	seen := make(map[transform.ColumnID]bool, len(draft.Node.Columns))
	for i := range draft.Node.Columns {
		c := &draft.Node.Columns[i]
		if strings.TrimSpace(c.Name) == "" {
			return fault.New(fault.Invalid, "column %d has no name", i+1).WithHint("Name every column.")
		}
		if c.ID == "" {
			c.ID = ids.New[transform.ColumnID]()
		}
		if seen[c.ID] {
			return fault.New(fault.Invalid, "two columns have the id %.100s", c.ID).
				WithHint("Leave columnID out for a new column; the server assigns an id.")
		}
		seen[c.ID] = true
	}
	return nil
}

// applyTo applies the draft to the content of the file of a YAML node.
func (draft *NodeDraft) applyTo(before *transform.Node) (*transform.Node, error) {
	after := *before
	wanted := &draft.Node
	after.Name = wanted.Name
	if wanted.Location != "" {
		after.Location = wanted.Location
	}
	if draft.SQL != nil {
		return nil, fault.New(fault.Invalid, "node %s is not written in SQL", before.Ref()).
			WithHint("Leave sql out, or create a node of a SQL type.")
	}
	after.Type, after.IsSource = wanted.Type, wanted.Type == sourceType
	after.Description, after.Materialization, after.Config = wanted.Description, wanted.Materialization, wanted.Config
	after.IsMultisource, after.OverrideSQL, after.CTE = wanted.IsMultisource, wanted.OverrideSQL, wanted.CTE
	after.Columns, after.Sources = slices.Clone(wanted.Columns), wanted.Sources
	if err := draft.resolveTransforms(before, after.Columns); err != nil {
		return nil, err
	}
	after.Tests, after.ColumnTests = wanted.Tests, wanted.ColumnTests
	if draft.DeployEnabled != nil {
		after.DeployEnabled = *draft.DeployEnabled
	}
	return &after, nil
}

// maxMaterialization bounds a materialization such as transient table.
const maxMaterialization = 200

// checkChange rejects a new type that does not exist or does not support the kind of the node, and an invalid
// materialization.
func (v *Revision) checkChange(before, after *transform.Node, kind transform.Kind) error {
	if after.Materialization != before.Materialization {
		if err := validate.CheckLine("materializationType", after.Materialization, maxMaterialization); err != nil {
			return err
		}
	}
	if after.Type == before.Type {
		return nil
	}
	typ, known := v.Compilation.Types.Lookup(after.Type, kind)
	switch {
	case !known:
		return v.unknownType(after.Type)
	case typ.Serves(kind):
		return nil
	case kind == transform.SQLNode:
		return fault.New(fault.Invalid, "the node type %s does not support nodes that are written in SQL", typ.Name).
			WithHint("Choose a type with fileVersion 2. List the node types of the workspace.")
	default:
		return fault.New(fault.Invalid, "the node type %s supports only nodes that are written in SQL", typ.Name).
			WithHint("Choose a type with fileVersion 1, or create a new node of that type.")
	}
}

// sourceType is the type of nodes that are read and never built.
const sourceType transform.NodeTypeID = "Source"

// replace writes the new content of a node.
func (v *Revision) replace(before, after *transform.Node) (Edit, error) {
	if after.Ref() != before.Ref() {
		if err := checkNodeName(after); err != nil {
			return Edit{}, err
		}
		if err := checkUnique(v.Compilation, after); err != nil {
			return Edit{}, err
		}
	}
	if after.Location != before.Location {
		if err := checkLocation(v.Compilation.Project, after.Location); err != nil {
			return Edit{}, err
		}
	}
	content, err := v.encode(before, after)
	if err != nil {
		return Edit{}, err
	}
	return v.move(before, after, content), nil
}

// encode returns the file of a node. If the node's id came from its path, it is written into the file when the path
// changes.
func (v *Revision) encode(before, after *transform.Node) ([]byte, error) {
	written := *after
	isKnownByFile := after.ID == transform.NodeID(before.File)
	staysKnown := isKnownByFile && after.Ref() == before.Ref()
	if after.Kind == transform.SQLNode && (!staysKnown || textIdentity(after.SQL.Text) != "") {
		text, err := withIdentity(after.SQL.Text, after.ID)
		if err != nil {
			return nil, err
		}
		written.SQL = &transform.SQLText{Text: text}
	}
	if isKnownByFile {
		written.File = ""
	}
	return projectfile.WriteNode(&written, v.Folder.Files[before.File].Content)
}

// move writes the new content of a node to the path of its name, and removes the old file if the path changed.
func (v *Revision) move(before, after *transform.Node, content []byte) Edit {
	if after.Ref() == before.Ref() {
		return Edit{Put: map[string][]byte{before.File: content}}
	}
	to := freePath(v.Folder.Files, projectfile.NodePath(after), before.File)
	edit := Edit{Put: map[string][]byte{to: content}}
	if to != before.File {
		edit.Remove = []string{before.File}
	}
	return edit
}
