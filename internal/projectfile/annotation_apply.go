package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// ApplyAnnotations compares the annotations of a SQL node with the declarations of its type. It sets the options and
// attributes of the node in the form that the type declares, and returns a finding for each mismatch. It does nothing
// for other nodes, and for types that are not for SQL nodes.
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

// shapeAnnotations converts the values of annotations to the form that the type declares. The other properties of
// columns do not depend on the type and stay unchanged.
func shapeAnnotations(n *transform.Node, spec *transform.Spec) {
	read := n.SQL.Read
	if !IsComplete(read) || len(n.Columns) != len(read.Columns) {
		fillFromSQL(n, spec, positionsOf(n.SQL.Text))
		return
	}
	n.Config = configOf(read.Annotations, spec)
	for i := range read.Columns {
		if annotations := read.Columns[i].Annotations; len(annotations) > 0 {
			n.Columns[i].Attributes = attributesOf(annotations, spec)
		}
	}
}
