package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// ApplyAnnotations holds the annotations of a SQL node against what its type declares: it gives the node the options and
// attributes in the shape that the type wants, and says what does not fit. A node that is not a SQL node, and a type
// that is not for SQL nodes, are left alone.
func ApplyAnnotations(t *transform.NodeType, n *transform.Node) []diagnostic.Diagnostic {
	if n.Kind != transform.SQLNode || n.SQL == nil || !t.Serves(n.Kind) {
		return nil
	}
	shapeAnnotations(n, &t.Spec)
	c := annotationCheck{reader: reader{file: n.File}, typeName: t.Name, text: n.SQL.Text}
	c.node(n, &t.Spec)
	c.columns(n, &t.Spec)
	c.requiredOfColumns(n, t)
	c.about(n)
	return c.found
}

// shapeAnnotations gives the values of annotations the shape that the type declares. The rest of the columns does not
// depend on the type and stays as it was read.
func shapeAnnotations(n *transform.Node, spec *transform.Spec) {
	read := n.SQL.Read
	if !IsComplete(read) || len(n.Columns) != len(read.Columns) {
		fillFromSQL(n, spec, placesOf(n.SQL.Text))
		return
	}
	n.Config = configOf(read.Annotations, spec)
	for i := range read.Columns {
		if annotations := read.Columns[i].Annotations; len(annotations) > 0 {
			n.Columns[i].Attributes = attributesOf(annotations, spec)
		}
	}
}
