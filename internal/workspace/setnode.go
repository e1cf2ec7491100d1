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

// NodeDraft is a node that somebody wants to have in the place of one.
type NodeDraft struct {
	// Node is what the node will be. Its id, its kind, its file and its seed are not looked at; an empty location keeps the
	// one that it has.
	Node          transform.Node
	DeployEnabled *bool   // nil keeps it
	SQL           *string // the text of a node that is written in SQL; nil keeps it
	Seen          Version
	// Transforms are the expressions of columns of a YAML node that are said beside those of their first sources and differ
	// from them, by the position of the column.
	Transforms map[int]string
	// Compare holds the draft against a node that is written in SQL, where what was not said stays; nil when all was said.
	Compare func(Node) (NodeEdit, error)
}

// maxColumns is what one node may have.
const maxColumns = 10_000

// SetNode replaces a node. A new name is a new name of this node alone: what refers to it by the old one is not changed.
func (d *Service) SetNode(ctx context.Context, by account.Actor, id ids.Workspace, node transform.NodeID, draft NodeDraft) (Node, error) {
	if err := draft.check(); err != nil {
		return Node{}, err
	}
	return d.edited(ctx, by, id, node, func(v *Revision) (Edit, error) {
		n, err := v.node(node)
		if err != nil {
			return Edit{}, err
		}
		if err := checkVersion("node "+string(node), draft.Seen, n.Version()); err != nil {
			return Edit{}, err
		}
		before := v.read(n.Node)
		if before.Kind == transform.SQLNode {
			return draft.editSQL(n, before)
		}
		meant := v.withInternalIDs(draft)
		after, err := meant.over(before)
		if err != nil {
			return Edit{}, err
		}
		if err := v.checkChange(before, after, before.Kind); err != nil {
			return Edit{}, err
		}
		return v.replace(before, after)
	})
}

func (draft *NodeDraft) check() error {
	if len(draft.Node.Columns) > maxColumns {
		return fault.New(fault.Invalid, "the node has %d columns", len(draft.Node.Columns)).WithHint("At most %d.", maxColumns)
	}
	seen := make(map[transform.ColumnID]bool, len(draft.Node.Columns))
	for i := range draft.Node.Columns {
		c := &draft.Node.Columns[i]
		if strings.TrimSpace(c.Name) == "" {
			return fault.New(fault.Invalid, "column %d has no name", i+1).WithHint("Every column has a name.")
		}
		if c.ID == "" {
			c.ID = ids.New[transform.ColumnID]()
		}
		if seen[c.ID] {
			return fault.New(fault.Invalid, "two columns have the id %.100s", c.ID).
				WithHint("Leave columnID out for a new column; it gets an id of its own.")
		}
		seen[c.ID] = true
	}
	return nil
}

// over lays the draft over what the file of a YAML node says.
func (draft *NodeDraft) over(before *transform.Node) (*transform.Node, error) {
	after := *before
	wanted := &draft.Node
	after.Name = wanted.Name
	if wanted.Location != "" {
		after.Location = wanted.Location
	}
	if draft.SQL != nil {
		return nil, fault.New(fault.Invalid, "node %s is not written in SQL", before.Ref()).
			WithHint("Leave sql out, or create a node of a type for SQL.")
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

// maxMaterialization is what a word such as transient table may have.
const maxMaterialization = 200

// checkChange refuses a new type that is not there or not for nodes of the kind, and a materialization that is no word.
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
		return fault.New(fault.Invalid, "the node type %s is not for nodes that are written in SQL", typ.Name).
			WithHint("Choose a type with fileVersion 2; GET nodeTypes of the workspace lists the types.")
	default:
		return fault.New(fault.Invalid, "the node type %s is only for nodes that are written in SQL", typ.Name).
			WithHint("Choose a type with fileVersion 1, or create a new node of that type.")
	}
}

// sourceType is the type of nodes that are read and never built.
const sourceType transform.NodeTypeID = "Source"

// replace writes a node in the place of another.
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
	content, err := v.written(before, after)
	if err != nil {
		return Edit{}, err
	}
	return v.move(before, after, content), nil
}

// written is the file of a node. One that has its id from the name of its file gets it written when it is called otherwise
// from now on.
func (v *Revision) written(before, after *transform.Node) ([]byte, error) {
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

// move puts the new content of a node where its name says, and takes the old file away if that was elsewhere.
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
