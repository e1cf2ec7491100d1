package projectfile

import (
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

var macroFields = fields[transform.Macro]{
	"fileVersion": version[transform.Macro](1),
	"type":        constant[transform.Macro]("Macro"),
	"id":          text(func(m *transform.Macro) *string { return &m.ID }),
	"name":        text(func(m *transform.Macro) *string { return &m.Name }),
	"macroString": textAt(func(m *transform.Macro) (*string, *diagnostic.Position) { return &m.Text, &m.At }),
}

func (r *reader) macro(content string) transform.Macro {
	m := transform.Macro{File: r.file}
	if root := r.document(content).Root; root != nil {
		readFields(r, &m, root, macroFields)
		r.need(root, "macroString")
	}
	return m
}

// WriteMacro merges a macro into its file in macros/; original is nil for a new file.
func WriteMacro(m *transform.Macro, original []byte) ([]byte, error) {
	return writeDocument(m, original, macroFields)
}
