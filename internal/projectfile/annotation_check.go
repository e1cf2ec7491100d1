package projectfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// annotationCheck compares annotations with declarations.
type annotationCheck struct {
	reader

	typeName  string
	text      string
	positions positionIndex // built when the first finding needs a position
}

// at returns the position of an offset in the text of the node.
func (c *annotationCheck) at(offset int) diagnostic.Position {
	if c.positions.text == "" {
		c.positions = positionsOf(c.text)
	}
	return c.positions.at(offset)
}

// scope is what annotations belong to, with the annotations that are declared for it and elsewhere.
type scope struct {
	what, elsewhere   string // a node, a column
	declared          []transform.AnnotationSpec
	reserved          []transform.AnnotationSpec
	declaredElsewhere []transform.AnnotationSpec
	reservedElsewhere []transform.AnnotationSpec
}

// own returns the declaration of an annotation of the scope, nil if there is none.
func (s *scope) own(name string) *transform.AnnotationSpec {
	return cmp.Or(specOf(name, s.declared), specOf(name, s.reserved))
}

func (s *scope) isForeign(name string) bool {
	return specOf(name, s.declaredElsewhere) != nil || specOf(name, s.reservedElsewhere) != nil
}

// names returns the annotations that the scope can have.
func (s *scope) names() []string {
	var names []string
	for _, declared := range slices.Concat(s.declared, s.reserved) {
		names = append(names, declared.Name)
	}
	slices.Sort(names)
	return names
}

func (c *annotationCheck) node(n *transform.Node, spec *transform.Spec) {
	annotations := n.SQL.Read.Annotations
	c.scope(annotations, scope{
		what: "a node", declared: spec.NodeAnnotations, reserved: reservedOfNode,
		elsewhere: "a column", declaredElsewhere: spec.ColumnAnnotations, reservedElsewhere: reservedOfColumn,
	})
	for i := range spec.NodeAnnotations {
		if declared := &spec.NodeAnnotations[i]; declared.IsRequired && !hasAnnotation(annotations, declared.Name) {
			c.err(n.At, c.missing(declared, "the node"))
		}
	}
}

func (c *annotationCheck) columns(n *transform.Node, spec *transform.Spec) {
	s := scope{
		what: "a column", declared: spec.ColumnAnnotations, reserved: reservedOfColumn,
		elsewhere: "a node", declaredElsewhere: spec.NodeAnnotations, reservedElsewhere: reservedOfNode,
	}
	for i := range n.SQL.Read.Columns {
		c.scope(n.SQL.Read.Columns[i].Annotations, s)
	}
}

// requiredOfColumns requires each required annotation at one column or more. It skips views, because required
// annotations identify the rows of a table.
func (c *annotationCheck) requiredOfColumns(n *transform.Node, t *transform.NodeType) {
	columns := n.SQL.Read.Columns
	for i := range t.Spec.ColumnAnnotations {
		declared := &t.Spec.ColumnAnnotations[i]
		if !declared.IsRequired || len(columns) == 0 || isView(n, t) {
			continue
		}
		isThere := slices.ContainsFunc(columns, func(column sqltext.SelectColumn) bool {
			return hasAnnotation(column.Annotations, declared.Name)
		})
		if !isThere {
			c.warn(n.At, c.missing(declared, "one column or more"))
		}
	}
}

// isView reports whether the node becomes a view of some sort.
func isView(n *transform.Node, t *transform.NodeType) bool {
	return strings.Contains(strings.ToLower(cmp.Or(n.Materialization, nodetype.Materialization(t))), "view")
}

func hasAnnotation(annotations []sqltext.Annotation, name string) bool {
	return slices.ContainsFunc(annotations, func(a sqltext.Annotation) bool { return a.Name == name })
}

// scope checks the annotations of one node or one column.
func (c *annotationCheck) scope(annotations []sqltext.Annotation, s scope) {
	var seen map[string]bool
	if len(annotations) > 1 {
		seen = make(map[string]bool, len(annotations))
	}
	for _, a := range annotations {
		declared := s.own(a.Name)
		switch {
		case declared != nil:
			c.parameters(a, declared)
			if seen[a.Name] && !declared.AllowsMultiple {
				c.repeated(a)
			}
		case s.isForeign(a.Name):
			c.misplaced(a, s)
		default:
			c.unknown(a, s)
		}
		if seen != nil {
			seen[a.Name] = true
		}
	}
}

func (c *annotationCheck) repeated(a sqltext.Annotation) {
	c.warn(c.at(a.Range.Start), finding{
		code:    diagnostic.AnnotationRepeated,
		message: fmt.Sprintf("@%s occurs several times, but only one can take effect", a.Name),
		hint:    "keep one of them; the last one takes effect",
	})
}

func (c *annotationCheck) misplaced(a sqltext.Annotation, s scope) {
	c.err(c.at(a.Range.Start), finding{
		code:    diagnostic.AnnotationMisplaced,
		message: fmt.Sprintf("@%s is an annotation of %s but is written at %s", a.Name, s.elsewhere, s.what),
		hint:    fmt.Sprintf("move it to where %s is described", s.elsewhere),
	})
}

// unknown reports an annotation that nobody declares. It is an error if it is probably a mistyped name or a test:
// otherwise a test that never runs would look like one that passes.
func (c *annotationCheck) unknown(a sqltext.Annotation, s scope) {
	severity := diagnostic.Warning
	hint := cmp.Or(didYouMean(a.Name, s.names()), "declare it in the node type, or remove it")
	switch {
	case hasPrefixFold(a.Name, testPrefix):
		severity = diagnostic.Error
		hint = hintOf(hint, "no test runs for an annotation that the node type does not declare")
	case s.isMistyped(a.Name):
		severity = diagnostic.Error
	}
	c.add(severity, c.at(a.Range.Start), finding{
		code:    diagnostic.AnnotationUnknown,
		message: fmt.Sprintf("the node type %s declares no annotation @%s for %s", c.typeName, a.Name, s.what),
		hint:    hint,
	})
}

// testPrefix begins the names of annotations that are tests.
const testPrefix = "test"

// isMistyped reports whether an unknown name begins like a similar name that is declared.
func (s *scope) isMistyped(name string) bool {
	const same = 3 // letters at the beginning
	near, ok := diagnostic.Nearest(name, s.names())
	return ok && hasPrefixFold(name, near[:min(same, len(near))])
}

func hasPrefixFold(text, prefix string) bool {
	return len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix)
}

func (c *annotationCheck) missing(declared *transform.AnnotationSpec, where string) finding {
	hint := "add it"
	if text := strings.TrimSuffix(strings.TrimSpace(declared.Description), "."); text != "" {
		hint += ": " + text
	}
	return finding{
		code:    diagnostic.AnnotationRequired,
		message: fmt.Sprintf("the node type %s requires the annotation @%s at %s", c.typeName, declared.Name, where),
		hint:    hint,
	}
}
