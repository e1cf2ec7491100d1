package workspace

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// NodeEdit is a node as whoever sends a draft was shown it, and as it is wanted. What the sender says nothing about is the
// same in both.
type NodeEdit struct {
	Shown, Wanted transform.Node
}

// compared holds the draft against the node. A draft that does not know how it was shown has the node as it is.
func (draft *NodeDraft) compared(n Node) (NodeEdit, error) {
	if draft.Compare != nil {
		return draft.Compare(n)
	}
	return NodeEdit{Shown: unplaced(*n.Node.Node), Wanted: unplaced(draft.Node)}, nil
}

// unplaced is a node that does not know where in its file its parts stand: two texts of one meaning give the same.
func unplaced(n transform.Node) transform.Node {
	n.Columns, n.Sources = slices.Clone(n.Columns), slices.Clone(n.Sources)
	for i := range n.Columns {
		c := &n.Columns[i]
		c.At = diagnostic.Position{}
		c.Sources = slices.Clone(c.Sources)
		for j := range c.Sources {
			c.Sources[j].At = diagnostic.Position{}
		}
	}
	for i := range n.Sources {
		n.Sources[i].At, n.Sources[i].JoinAt = diagnostic.Position{}, diagnostic.Position{}
	}
	return n
}

// editSQL lays the draft over a node that is written in SQL. Its text is the truth about it: what annotations can say is
// written into it, and everything else must be what it is, or what the new text makes of it.
func (draft *NodeDraft) editSQL(n Node, before *transform.Node) (Edit, error) {
	c, err := draft.compared(n)
	if err != nil {
		return Edit{}, err
	}
	if err := n.View.checkChange(&c.Shown, &c.Wanted, before.Kind); err != nil {
		return Edit{}, err
	}
	writer := n.View.writerFor(c, before.SQL.Text)
	if err := writer.begin(draft.SQL); err != nil {
		return Edit{}, err
	}
	if err := writer.write(c); err != nil {
		return Edit{}, err
	}
	after := *before
	after.Name = c.Wanted.Name
	if c.Wanted.Location != "" {
		after.Location = c.Wanted.Location
	}
	after.SQL = &transform.SQLText{Text: writer.text}
	edit, err := n.View.replace(before, &after)
	if err != nil || !c.isChange() {
		return edit, err
	}
	return edit, draft.checkSQL(n, c, edit)
}

// checkSQL refuses an edit after which the node would not be what the draft wants.
func (draft *NodeDraft) checkSQL(n Node, c NodeEdit, edit Edit) error {
	view := n.View.after(edit)
	next, err := view.node(n.ID)
	if err != nil {
		return err
	}
	reached, err := draft.compared(next)
	if err != nil {
		return err
	}
	return sqlCheck{
		comparison: c, reached: reached.Shown, written: view.read(next.Node),
		hasText: draft.SQL != nil && *draft.SQL != n.SQL.Text,
	}.check()
}

// after is the workspace as it would be after an edit, without a revision of its own.
func (v *Revision) after(edit Edit) *Revision {
	next := *v
	next.Folder.Files = maps.Clone(v.Folder.Files)
	for path, content := range edit.Put {
		next.Folder.Files[path] = File{Content: content}
	}
	for _, path := range edit.Remove {
		delete(next.Folder.Files, path)
	}
	changed := append(slices.Sorted(maps.Keys(edit.Put)), edit.Remove...)
	next.Compilation = v.Compilation.Edit(newTree(next.Folder.Files), changed...)
	return &next
}
