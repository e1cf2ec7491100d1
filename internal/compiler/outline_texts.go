package compiler

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// hasOtherRefs reports whether the texts of a node may produce refs that are not among its static ones.
func (s *refSearch) hasOtherRefs(n *Node) bool {
	if n.isHeader() {
		return false
	}
	if n.Kind == transform.SQLNode {
		return s.hasOtherRefsSQL(n)
	}
	for i := range n.written.Columns {
		if n.written.Columns[i].Attributes[libraryRefAttribute] != nil {
			return true
		}
	}
	counted := 0
	for _, text := range linkedTexts(n.written) {
		start := jinjaStart(text)
		if start < 0 {
			continue
		}
		counted += s.countRefWords(text[start:])
		if buildsJinja(text[start:]) {
			return true
		}
	}
	return counted != literalRefs(n)
}

// hasOtherRefsSQL is hasOtherRefs for a SQL node. Its text has only plain refs after its macros are rendered, but its options are
// those of the text before.
func (s *refSearch) hasOtherRefsSQL(n *Node) bool {
	return strings.Contains(n.expanded.Text, libraryRefAttribute) || strings.Count(n.expanded.Text, "{{")+strings.Count(n.expanded.Text, "{%") != literalRefs(n) ||
		n.expanded.Text != n.written.SQL.Text && s.mayRefIn(n.written.Config)
}

// literalRefs counts the refs of a node whose arguments are literals.
func literalRefs(n *Node) int {
	count := 0
	for _, r := range n.refs {
		if r.literal {
			count++
		}
	}
	return count
}

// linkedTexts returns the texts of a YAML node that yamlRefs searches.
func linkedTexts(w *transform.Node) []string {
	texts := make([]string, 0, len(w.Columns)+4)
	for i := range w.Sources {
		texts = append(texts, w.Sources[i].Join)
		if w.OverrideSQL {
			texts = append(texts, w.Sources[i].CustomSQL)
		}
	}
	texts = append(texts, w.CTE)
	for i := range w.Columns {
		for _, source := range w.Columns[i].Sources {
			if source.Transform != "" {
				texts = append(texts, source.Transform)
			}
		}
	}
	return texts
}

// exposesRefs reports whether a property of the node that is not searched for refs may produce one, in its own SQL or in that of a
// node that reads it.
func (s *refSearch) exposesRefs(n *Node) bool {
	w := n.written
	if n.isHeader() {
		return false
	}
	if slices.ContainsFunc([]string{w.Name, w.Location, w.Description, w.Materialization, w.Database, w.Schema}, s.mayRef) || s.testsMayRef(w.Tests) {
		return true
	}
	for i := range w.Sources {
		source := &w.Sources[i]
		if s.mayRef(source.Name) || s.mayRef(source.CustomSQL) {
			return true
		}
	}
	for i := range w.Columns {
		if s.columnExposesRefs(&w.Columns[i]) {
			return true
		}
	}
	if w.Kind == transform.SQLNode {
		return s.annotationsMayRef(w.SQL)
	}
	return s.mayRefIn(w.Config) || w.Seed != nil && s.seedMayRef(w.Seed)
}

func (s *refSearch) testsMayRef(tests []transform.NodeTest) bool {
	return slices.ContainsFunc(tests, func(t transform.NodeTest) bool {
		return s.mayRef(t.Name) || s.mayRef(t.Description) || s.mayRef(t.Template)
	})
}

// annotationsMayRef reports whether an annotation of a SQL node, which others may see as a property of a column, may produce a ref.
func (s *refSearch) annotationsMayRef(sql *transform.SQLText) bool {
	mayRef := func(a sqltext.Annotation) bool { return s.mayRef(a.Range.Of(sql.Text)) }
	read := sql.Read
	if read == nil { // its macros are rendered, and the text before is no longer needed otherwise
		if !mayHaveJinjaInAnnotations(sql.Text) {
			return false
		}
		read, _ = (&sqltext.Reader{}).ReadNode(sql.Text)
	}
	return slices.ContainsFunc(read.Annotations, mayRef) ||
		slices.ContainsFunc(read.Columns, func(c sqltext.SelectColumn) bool { return slices.ContainsFunc(c.Annotations, mayRef) })
}

// mayHaveJinjaInAnnotations reports whether a brace follows an @ before the end of its line, or an annotation may continue on the
// next line.
func mayHaveJinjaInAnnotations(text string) bool {
	for {
		_, after, found := strings.Cut(text, "@")
		if !found {
			return false
		}
		line, rest, _ := strings.Cut(after, "\n")
		if strings.Contains(line, "{") || strings.Count(line, "(") != strings.Count(line, ")") || strings.ContainsAny(line, "'\\") ||
			strings.Count(line, `"`)%2 != 0 || strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "(") {
			return true
		}
		text = rest
	}
}

func (s *refSearch) columnExposesRefs(c *transform.Column) bool {
	return slices.ContainsFunc([]string{c.Name, c.DataType, c.Description, c.Default}, s.mayRef) ||
		len(c.Attributes) > 0 && s.mayRefIn(c.Attributes) || c.Tests != nil && s.mayRefIn(c.Tests) ||
		c.AcceptedValues != nil && s.mayRefIn(c.AcceptedValues)
}

func (s *refSearch) seedMayRef(seed *transform.Seed) bool {
	for _, row := range append([][]string{seed.Header}, seed.Rows...) {
		if slices.ContainsFunc(row, s.mayRef) {
			return true
		}
	}
	return false
}

// mayRefIn is mayRef for all texts in a free-form value.
func (s *refSearch) mayRefIn(value any) bool {
	switch value := value.(type) {
	case string:
		return s.mayRef(value)
	case []any:
		return slices.ContainsFunc(value, s.mayRefIn)
	case map[string]any:
		for key, item := range value {
			if s.mayRef(key) || s.mayRefIn(item) {
				return true
			}
		}
	}
	return false
}
