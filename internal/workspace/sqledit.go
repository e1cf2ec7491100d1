package workspace

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// NodeEdit is a node as the client read it, and as the client wants it. Fields that the request omits are the same in
// both.
type NodeEdit struct {
	Shown, Wanted transform.Node
}

// compare compares the draft with the node. Without Compare the node itself counts as what the client read.
func (draft *NodeDraft) compare(n Node) (NodeEdit, error) {
	if draft.Compare != nil {
		edit, err := draft.Compare(n)
		known := internalColumnIDs(n.Node)
		known.replaceIn(edit.Shown.Columns)
		known.replaceIn(edit.Wanted.Columns)
		return edit, err
	}
	return NodeEdit{Shown: withoutPositions(*n.Node.Node), Wanted: withoutPositions(draft.Node)}, nil
}

// withoutPositions returns a node without positions in its file, so that two texts with the same meaning compare equal.
func withoutPositions(n transform.Node) transform.Node {
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

// editSQL applies the draft to a node that is written in SQL. Its text is the source of truth: changes that annotations
// and the select list can express are written into it. Every other field must be unchanged, or be what the new text
// results in.
func (draft *NodeDraft) editSQL(n Node, before *transform.Node) (Edit, error) {
	c, err := draft.compare(n)
	if err != nil {
		return Edit{}, err
	}
	if err := n.Revision.checkChange(&c.Shown, &c.Wanted, before.Kind); err != nil {
		return Edit{}, err
	}
	writer := n.Revision.writerFor(c, before.SQL.Text)
	if err := writer.setText(draft.SQL); err != nil {
		return Edit{}, err
	}
	if err := writer.write(c); err != nil {
		return Edit{}, err
	}
	edit, err := c.editText(n, before, writer.text)
	if err != nil || !c.isChange() {
		return edit, err
	}
	next, err := n.Revision.after(edit).node(n.ID)
	if err != nil {
		return Edit{}, err
	}
	if writer.writeTypes(c, next.Columns) { // only the compiled text tells which types it results in
		if edit, err = c.editText(n, before, writer.text); err != nil {
			return Edit{}, err
		}
		if next, err = n.Revision.after(edit).node(n.ID); err != nil {
			return Edit{}, err
		}
	}
	return edit, draft.checkSQL(n, c, next)
}

// editText returns the edit that gives a node another text, and the name and location of the draft.
func (c *NodeEdit) editText(n Node, before *transform.Node, text string) (Edit, error) {
	after := *before
	after.Name = c.Wanted.Name
	if c.Wanted.Location != "" {
		after.Location = c.Wanted.Location
	}
	after.SQL = &transform.SQLText{Text: text}
	return n.Revision.replace(before, &after)
}

// checkSQL rejects an edit that would not result in what the draft wants. next is the node after the edit.
func (draft *NodeDraft) checkSQL(n Node, c NodeEdit, next Node) error {
	reached, err := draft.compare(next)
	if err != nil {
		return err
	}
	return sqlCheck{
		comparison: c, reached: reached.Shown, written: next.Revision.read(next.Node),
		hasText: draft.SQL != nil && *draft.SQL != n.SQL.Text,
	}.check()
}

// after returns the workspace after an edit, without a new revision.
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
