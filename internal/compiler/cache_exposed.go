package compiler

import (
	"cmp"

	"github.com/millrace/millrace/internal/transform"
)

// exposedDigest covers everything that the templates and the queries of other nodes can read of a node: its names, the properties
// that templates see of a node upstream, and its columns. While it stays the same, a change of the node affects no other node's
// SQL.
func (n *Node) exposedDigest() digest {
	w := &cacheWriter{out: make([]byte, 0, 1024)}
	for _, text := range []string{
		string(n.ID), n.Name, n.Location, string(n.Node.Type), n.Database, n.Schema, n.Materialization, n.Description,
	} {
		w.text(text)
	}
	w.flag(n.IsSource)
	w.flag(n.IsMultisource)
	w.flag(n.OverrideSQL)
	w.flag(n.hasMoreColumns)
	w.flag(n.isOpen)
	w.number(len(n.Sources))
	for i := range n.Sources {
		w.text(n.Sources[i].CustomSQL)
	}
	w.number(len(n.Tests))
	for i := range n.Tests {
		t := &n.Tests[i]
		w.text(t.Name)
		w.text(t.Description)
		w.flag(t.RunBefore)
		w.flag(t.ContinueOnFailure)
		w.flag(t.IsDefault)
		w.text(t.Template)
	}
	w.columns(n.Columns)
	return digestOf(w.out)
}

// columns writes the columns of a node as other nodes can read them: without their sources.
func (w *cacheWriter) columns(columns []transform.Column) {
	w.number(len(columns))
	for i := range columns {
		c := &columns[i]
		w.text(string(c.ID))
		w.text(c.Name)
		w.text(c.DataType)
		w.text(c.Description)
		w.flag(c.Nullable)
		w.text(c.Default)
		w.flag(len(c.Attributes) > 0)
		if len(c.Attributes) > 0 {
			w.value(c.Attributes)
		}
		w.value(c.Tests)
		w.value(c.AcceptedValues)
	}
}

func (r *cacheReader) columns() []transform.Column {
	columns := make([]transform.Column, r.count())
	for i := range columns {
		c := &columns[i]
		c.ID, c.Name, c.DataType, c.Description = transform.ColumnID(r.text()), r.text(), r.text(), r.text()
		c.Nullable, c.Default = r.flag(), r.text()
		if r.flag() {
			c.Attributes, _ = r.value().(map[string]any)
		}
		c.Tests, c.AcceptedValues = r.value(), r.value()
	}
	return columns
}

func compareRefs(a, b transform.NodeRef) int {
	return cmp.Or(cmp.Compare(a.Location, b.Location), cmp.Compare(a.Name, b.Name))
}
