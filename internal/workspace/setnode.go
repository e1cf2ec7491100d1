package workspace

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// NodeDraft is a node that somebody wants to have in the place of one.
type NodeDraft struct {
	// Node is what the node will be. Its id, its kind, its file and its seed are not looked at; an empty location keeps the
	// one that it has. Of a node that is written in SQL only the name, the location, the type and the description count.
	Node          transform.Node
	Describes     bool    // the description was given; a node that is written in SQL keeps its own otherwise
	DeployEnabled *bool   // nil keeps it
	SQL           *string // the text of a node that is written in SQL; nil keeps it
	Seen          Version
}

// mostColumns is what one node may have.
const mostColumns = 10_000

// SetNode replaces a node. A new name is a new name of this node alone: what refers to it by the old one is not changed.
func (d *Desk) SetNode(ctx context.Context, by account.Actor, id ids.Workspace, node transform.NodeID, draft NodeDraft) (Node, error) {
	if err := draft.check(); err != nil {
		return Node{}, err
	}
	return d.edited(ctx, by, id, node, func(v *View) (Edit, error) {
		n, err := v.node(node)
		if err != nil {
			return Edit{}, err
		}
		if err := checkVersion("node "+string(node), draft.Seen, n.Version()); err != nil {
			return Edit{}, err
		}
		before := v.read(n.Node)
		meant := v.meant(draft)
		after, err := meant.over(before)
		if err != nil {
			return Edit{}, err
		}
		if after.Type != before.Type {
			if _, known := v.Compilation.Types.Lookup(after.Type, after.Kind); !known {
				return Edit{}, v.unknownType(after.Type)
			}
		}
		return v.replace(before, after)
	})
}

func (draft *NodeDraft) check() error {
	if len(draft.Node.Columns) > mostColumns {
		return fault.New(fault.Invalid, "the node has %d columns", len(draft.Node.Columns)).WithHint("At most %d.", mostColumns)
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

// over lays the draft over what the file says.
func (draft *NodeDraft) over(before *transform.Node) (*transform.Node, error) {
	after := *before
	wanted := &draft.Node
	after.Name = wanted.Name
	if wanted.Location != "" {
		after.Location = wanted.Location
	}
	if before.Kind == transform.SQLNode {
		return &after, draft.overSQL(before, &after)
	}
	if draft.SQL != nil {
		return nil, fault.New(fault.Invalid, "node %s is not written in SQL", before.Ref()).
			WithHint("Leave sql out, or create a node of a type for SQL.")
	}
	after.Type, after.IsSource = wanted.Type, wanted.Type == sourceType
	after.Description, after.Materialization, after.Config = wanted.Description, wanted.Materialization, wanted.Config
	after.IsMultisource, after.OverrideSQL, after.CTE = wanted.IsMultisource, wanted.OverrideSQL, wanted.CTE
	after.Columns, after.Sources = wanted.Columns, wanted.Sources
	after.Tests, after.ColumnTests = wanted.Tests, wanted.ColumnTests
	if draft.DeployEnabled != nil {
		after.DeployEnabled = *draft.DeployEnabled
	}
	return &after, nil
}

// sourceType is the type of nodes that are read and never built.
const sourceType transform.NodeTypeID = "Source"

// replace writes a node in the place of another.
func (v *View) replace(before, after *transform.Node) (Edit, error) {
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

// written is the file of a node. One that has its id from the name of its file gets it written: the file may be called
// otherwise from now on.
func (v *View) written(before, after *transform.Node) ([]byte, error) {
	written := *after
	if after.Kind == transform.SQLNode {
		text, err := withIdentity(after.SQL.Text, after.ID)
		if err != nil {
			return nil, err
		}
		written.SQL = &transform.SQLText{Text: text}
	}
	if after.ID == transform.NodeID(before.File) {
		written.File = ""
	}
	return projectfile.WriteNode(&written, v.Folder.Files[before.File].Content)
}

// move puts the new content of a node where its name says, and takes the old file away if that was elsewhere.
func (v *View) move(before, after *transform.Node, content []byte) Edit {
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
