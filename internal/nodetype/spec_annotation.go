package nodetype

import (
	"iter"
	"strings"

	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

// annotations reads the annotations that SQL nodes of the type may have: those of the node and those of its columns.
func (r *specReader) annotations(n *yamldoc.Node) (node, column []transform.AnnotationSpec) {
	if n.IsNull() {
		return nil, nil
	}
	m := r.mapping(n, "list of annotations")
	node = r.annotationList(m.value("node"))
	column = r.annotationList(m.value("column"))
	m.end()
	return node, column
}

func (r *specReader) annotationList(n *yamldoc.Node) []transform.AnnotationSpec {
	var list []transform.AnnotationSpec
	for named := range r.named(n) {
		list = append(list, r.annotation(named))
	}
	return list
}

func (r *specReader) annotation(n named) transform.AnnotationSpec {
	if n.node.Kind == yamldoc.Scalar {
		return transform.AnnotationSpec{Name: annotationName(n.nameOr(r.text(n.node)))}
	}
	m := r.mapping(n.node, "annotation")
	spec := transform.AnnotationSpec{
		Name:           annotationName(n.nameOr(m.text("name"))),
		Description:    m.text("description"),
		IsRequired:     m.flag("isRequired"),
		AllowsMultiple: m.flag("allowsMultiple"),
		Default:        m.value("default").Any(),
		Parameters:     r.parameters(m.value("parameters")),
	}
	if spec.Name == "" {
		r.shapef(n.node, "an annotation has no name")
	}
	m.ignore("type")
	m.end()
	return spec
}

// annotationName removes the @ that some panels write before the name.
func annotationName(name string) string { return strings.TrimPrefix(strings.TrimSpace(name), "@") }

func (r *specReader) parameters(n *yamldoc.Node) []transform.ParameterSpec {
	var list []transform.ParameterSpec
	for named := range r.named(n) {
		if named.node.Kind == yamldoc.Scalar {
			list = append(list, transform.ParameterSpec{Name: named.nameOr(r.text(named.node))})
			continue
		}
		m := r.mapping(named.node, "parameter")
		list = append(list, transform.ParameterSpec{
			Name:       named.nameOr(m.text("name")),
			Type:       strings.ToLower(m.text("type")),
			IsRequired: m.flag("isRequired"),
			Options:    r.options(m.value("options")),
			Default:    m.value("default").Any(),
		})
		m.ignore("description", "displayName", "placeholder", "example", "parameters")
		m.end()
	}
	return list
}

// named is an item of a list, or an entry of a mapping from names.
type named struct {
	node *yamldoc.Node
	name string // of the entry; "" for an item
}

func (n named) nameOr(own string) string {
	if own != "" && (n.name == "" || n.node.Kind != yamldoc.Scalar) {
		return own
	}
	return n.name
}

// named iterates over a list of items, or over a mapping from their names.
func (r *specReader) named(n *yamldoc.Node) iter.Seq[named] {
	return func(yield func(named) bool) {
		if n != nil && n.Kind == yamldoc.Mapping && !hasKey(n, "name") {
			for entry := range n.Children() {
				if !yield(named{entry, entry.Key}) {
					return
				}
			}
			return
		}
		for item := range r.items(n) {
			if !yield(named{node: item}) {
				return
			}
		}
	}
}
