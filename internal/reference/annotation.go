package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/projectfile"
	"github.com/millrace/millrace/internal/transform"
)

// Annotations is the reference of the annotations of SQL nodes.
type Annotations struct {
	Annotations []Annotation `json:"annotations"`
}

// Annotation describes an annotation.
type Annotation struct {
	Name           string      `json:"name"`
	Of             []string    `json:"of"` // node, column
	Description    string      `json:"description"`
	AllowsMultiple bool        `json:"allowsMultiple"`
	Parameters     []Parameter `json:"parameters"`
	NodeTypes      []string    `json:"nodeTypes"` // empty: every type
	Defaults       []Default   `json:"defaults"`  // without the annotation, by type
	Example        Example     `json:"example"`
}

// Parameter describes a parameter of an annotation.
type Parameter struct {
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	IsRequired bool     `json:"isRequired"`
	Values     []string `json:"values,omitempty"`
	Default    any      `json:"default,omitempty"`
}

// Default is the value of an annotation that a node of a type does not have.
type Default struct {
	NodeType string `json:"nodeType"`
	Value    any    `json:"value"`
}

// OfAnnotations returns the reference of all annotations of the library.
func OfAnnotations() Annotations {
	b := annotationBuilder{byName: map[string]*Annotation{}}
	node, column := projectfile.ReservedAnnotations()
	b.add("node", "", node)
	b.add("column", "", column)
	for _, t := range nodetype.Library() {
		b.add("node", nameOfType(t), t.Spec.NodeAnnotations)
		b.add("column", nameOfType(t), t.Spec.ColumnAnnotations)
	}
	var page Annotations
	for _, a := range b.byName {
		page.Annotations = append(page.Annotations, *a)
	}
	slices.SortFunc(page.Annotations, func(a, b Annotation) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	return page
}

// annotationBuilder collects the declarations of several types by name.
type annotationBuilder struct{ byName map[string]*Annotation }

// add adds the annotations of a node type; "" stands for all types.
func (b *annotationBuilder) add(of, nodeType string, list []transform.AnnotationSpec) {
	for i := range list {
		spec := &list[i]
		a := b.byName[spec.Name]
		if a == nil {
			a = &Annotation{
				Name: spec.Name, Description: spec.Description, AllowsMultiple: spec.AllowsMultiple, Parameters: parametersOf(spec),
				Of: []string{}, NodeTypes: []string{}, Defaults: []Default{}, Example: exampleOf("annotations", spec.Name),
			}
			b.byName[spec.Name] = a
		}
		a.merge(of, nodeType, spec)
	}
}

// merge adds what one more declaration says.
func (a *Annotation) merge(of, nodeType string, spec *transform.AnnotationSpec) {
	if !slices.Contains(a.Of, of) {
		a.Of = append(a.Of, of)
	}
	if spec.Description != a.Description && spec.Description != "" {
		a.Description += " " + spec.Description
	}
	if nodeType == "" {
		return
	}
	if !slices.Contains(a.NodeTypes, nodeType) {
		a.NodeTypes = append(a.NodeTypes, nodeType)
	}
	if spec.Default != nil {
		a.Defaults = append(a.Defaults, Default{nodeType, spec.Default})
	}
}

func parametersOf(spec *transform.AnnotationSpec) []Parameter {
	list := make([]Parameter, len(spec.Parameters))
	for i, p := range spec.Parameters {
		list[i] = Parameter{Name: p.Name, Type: p.Type, IsRequired: p.IsRequired, Values: p.Options, Default: p.Default}
	}
	return list
}

// IsTest reports whether a run checks the rows because of the annotation.
func (a Annotation) IsTest() bool {
	return strings.HasPrefix(a.Name, "test") && a.Name != "testsEnabled"
}

// Markdown returns the page.
func (p Annotations) Markdown() string {
	var m markdown
	m.begin("Annotations")
	m.example(exampleOf("node-types", "Incremental"))
	m.paragraph("Annotations set the options of nodes in SQL. Those before the `SELECT` belong to the node, those behind a column belong to the column. " +
		"Arguments are texts, numbers, `true` or `false`. [Projects](../3-projects.md#a-node-in-sql) explains nodes, and " +
		"[node types](node-types.md) the types.")
	m.paragraph(projectOfExamples)
	m.paragraph("`millrace docs annotations` prints this page, and `--json` its content for programs.")
	var rows [][]string
	for i := range p.Annotations {
		a := &p.Annotations[i]
		rows = append(rows, []string{fmt.Sprintf("[`@%s`](#%s)", a.Name, strings.ToLower(a.Name)), strings.Join(a.Of, ", "), a.types(), a.Description})
	}
	m.table([]string{"annotation", "of", "node types", "meaning"}, rows)
	for i := range p.Annotations {
		p.Annotations[i].write(&m)
	}
	return m.String()
}

func (a *Annotation) types() string {
	if len(a.NodeTypes) == 0 {
		return "all"
	}
	return strings.Join(a.NodeTypes, ", ")
}

func (a *Annotation) write(m *markdown) {
	m.heading(2, a.Name)
	m.paragraph(inCode(a.usage()))
	m.paragraph(a.Description + a.details())
	m.example(a.Example)
	if len(a.Parameters) == 0 {
		return
	}
	var rows [][]string
	for _, p := range a.Parameters {
		rows = append(rows, []string{inCode(p.Name), p.values(), p.fallback()})
	}
	m.table([]string{"argument", "values", "default"}, rows)
}

// usage returns the annotation with the names of its parameters. Those that may be omitted are in brackets.
func (a *Annotation) usage() string {
	if len(a.Parameters) == 0 {
		return "@" + a.Name
	}
	names := make([]string, len(a.Parameters))
	for i, p := range a.Parameters {
		if names[i] = p.Name; !p.IsRequired {
			names[i] = "[" + p.Name + "]"
		}
	}
	return "@" + a.Name + "(" + strings.Join(names, ", ") + ")"
}

func (a *Annotation) details() string {
	sentences := []string{"", fmt.Sprintf("Of: %s.", strings.Join(a.Of, " and ")), fmt.Sprintf("Node types: %s.", a.types())}
	if a.AllowsMultiple {
		sentences = append(sentences, "It may occur several times.")
	}
	for _, d := range a.Defaults {
		sentences = append(sentences, fmt.Sprintf("Without it in %s: %s.", d.NodeType, inCode(fmt.Sprint(d.Value))))
	}
	return strings.Join(sentences, " ")
}

func (p Parameter) values() string {
	switch {
	case len(p.Values) > 0:
		return codes(p.Values)
	case p.Type == "string":
		return "text"
	case p.Type == "boolean":
		return "`true` or `false`"
	case p.Type == "":
		return "text or number"
	default:
		return p.Type
	}
}

func (p Parameter) fallback() string {
	switch {
	case p.IsRequired:
		return "required"
	case p.Default != nil:
		return inCode(fmt.Sprint(p.Default))
	case p.Type == "boolean":
		return "`true`"
	default:
		return ""
	}
}
