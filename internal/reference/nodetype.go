package reference

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// NodeTypes is the reference of the library of node types.
type NodeTypes struct {
	NodeTypes []NodeType `json:"nodeTypes"`
}

// NodeType describes a type for one kind of nodes.
type NodeType struct {
	Name          string         `json:"name"` // as nodes name it
	ID            string         `json:"id"`
	Kind          transform.Kind `json:"kind"` // of its nodes
	Description   string         `json:"description"`
	Options       []Option       `json:"options"`     // of YAML nodes
	Annotations   []string       `json:"annotations"` // of SQL nodes, besides those of every type
	SystemColumns []SystemColumn `json:"systemColumns"`
	Example       Example        `json:"example"`
}

// Option is an option of a YAML node.
type Option struct {
	Key         string   `json:"key"` // where the file of the node has it
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Values      []string `json:"values,omitempty"`
	Default     any      `json:"default,omitempty"`
	Required    string   `json:"required,omitempty"` // a word, or a condition
	EnabledIf   string   `json:"enabledIf,omitempty"`
}

// SystemColumn is a column that the type adds to its nodes.
type SystemColumn struct {
	Name        string `json:"name"`
	DataType    string `json:"dataType"`
	Attribute   string `json:"attribute"`
	Description string `json:"description"`
}

// OfNodeTypes returns the reference of the library.
func OfNodeTypes() NodeTypes {
	var page NodeTypes
	for _, t := range nodetype.Library() {
		page.NodeTypes = append(page.NodeTypes, nodeTypeOf(t))
	}
	slices.SortFunc(page.NodeTypes, func(a, b NodeType) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	return page
}

func nodeTypeOf(t *transform.NodeType) NodeType {
	described := NodeType{
		Name: nameOfType(t), ID: string(t.ID), Kind: transform.YAMLNode, Description: t.Spec.Description,
		Options: []Option{}, Annotations: []string{}, SystemColumns: []SystemColumn{},
		Example: exampleOf("node-types", string(t.ID)),
	}
	if t.Serves(transform.SQLNode) {
		described.Kind = transform.SQLNode
	}
	for _, group := range t.Spec.Groups {
		for i := range group.Items {
			described.Options = append(described.Options, optionOf(&group.Items[i], group.EnableIf))
		}
	}
	for _, a := range slices.Concat(t.Spec.NodeAnnotations, t.Spec.ColumnAnnotations) {
		described.Annotations = append(described.Annotations, a.Name)
	}
	for _, c := range t.Spec.SystemColumns {
		described.SystemColumns = append(described.SystemColumns, SystemColumn{
			Name: c.DisplayName, DataType: c.DataType, Attribute: c.Attribute, Description: nodetype.RoleOfSystemColumn(c.Attribute),
		})
	}
	return described
}

// nameOfType returns the name that nodes use: the id, without the suffix that distinguishes the type for SQL nodes.
func nameOfType(t *transform.NodeType) string { return strings.TrimSuffix(string(t.ID), "SQL") }

func optionOf(item *transform.Item, groupIf string) Option {
	return Option{
		Key: keyOf(item), Title: item.DisplayName, Description: item.Description, Type: typeOf(item),
		Values: item.Options, Default: item.Default, Required: required(item.IsRequired), EnabledIf: cmp.Or(item.EnableIf, groupIf),
	}
}

func required(word string) string {
	if strings.EqualFold(word, "false") {
		return ""
	}
	return word
}

// keyOf returns where the file of a node has the value of an element.
func keyOf(item *transform.Item) string {
	switch item.Type {
	case transform.MaterializationSelector:
		return "operation.materializationType"
	case transform.MultisourceToggle:
		return "operation.isMultisource"
	case transform.OverrideSQLToggle:
		return "operation.overrideSQL"
	case transform.BusinessKeyColumns:
		return "isBusinessKey of columns"
	case transform.ChangeTrackingColumns:
		return "isChangeTracking of columns"
	case transform.ColumnSelector:
		return item.Attribute + " of columns"
	default:
		return "operation.config." + item.Attribute
	}
}

// typeOf returns the type of the value of an element.
func typeOf(item *transform.Item) string {
	switch item.Type {
	case transform.ToggleButton, transform.MultisourceToggle, transform.OverrideSQLToggle,
		transform.BusinessKeyColumns, transform.ChangeTrackingColumns, transform.ColumnSelector:
		return "true or false"
	case transform.Tabular:
		return "list"
	case transform.TextBox:
		if item.Syntax != "" {
			return strings.ToUpper(item.Syntax)
		}
		return "text"
	default:
		return "text"
	}
}

// Markdown returns the page.
func (p NodeTypes) Markdown() string {
	var m markdown
	m.begin("Node types")
	m.example(exampleOf("node-types", "StageSQL"))
	m.paragraph("A node type says how a node is created and loaded. These are the types of the library, which every project can use. " +
		"[Projects](../3-projects.md) explains nodes and how to write a type of your own; [annotations](annotations.md) describes the annotations.")
	m.paragraph(projectOfExamples)
	m.paragraph("`millrace docs node-types` prints this page, and `--json` its content for programs.")
	var rows [][]string
	for _, group := range p.byName() {
		kinds := make([]string, len(group))
		for i, t := range group {
			kinds[i] = strings.ToUpper(string(t.Kind))
		}
		slices.Sort(kinds)
		rows = append(rows, []string{fmt.Sprintf("[%s](#%s)", group[0].Name, strings.ToLower(group[0].Name)), strings.Join(kinds, ", "), group[0].Description})
	}
	m.table([]string{"type", "nodes in", "purpose"}, rows)
	for _, group := range p.byName() {
		m.heading(2, group[0].Name)
		m.paragraph(group[0].Description)
		for _, t := range group {
			t.write(&m)
		}
	}
	return m.String()
}

// byName returns the types in groups of one name.
func (p NodeTypes) byName() [][]NodeType {
	var groups [][]NodeType
	for _, t := range p.NodeTypes {
		if last := len(groups) - 1; last >= 0 && groups[last][0].Name == t.Name {
			groups[last] = append(groups[last], t)
			continue
		}
		groups = append(groups, []NodeType{t})
	}
	return groups
}

func (t NodeType) write(m *markdown) {
	m.heading(3, t.Name+" in "+strings.ToUpper(string(t.Kind)))
	m.example(t.Example)
	if len(t.Options) > 0 {
		var rows [][]string
		for _, o := range t.Options {
			rows = append(rows, []string{inCode(o.Key), o.values(), o.fallback(), o.Description + o.conditions()})
		}
		m.table([]string{"option", "values", "default", "meaning"}, rows)
	}
	if len(t.Annotations) > 0 {
		m.paragraph("Annotations: " + annotationLinks(t.Annotations) + ".")
	}
	if len(t.SystemColumns) > 0 {
		var rows [][]string
		for _, c := range t.SystemColumns {
			rows = append(rows, []string{inCode(c.Name), inCode(c.DataType), c.Description})
		}
		if t.Kind == transform.SQLNode {
			m.paragraph("Columns that the type adds:")
		} else {
			m.paragraph("Columns that the editor adds to a new node. The file of the node lists them; history needs the flag of the current version:")
		}
		m.table([]string{"column", "type", "content"}, rows)
	}
}

func (o Option) values() string {
	if len(o.Values) > 0 {
		return codes(o.Values)
	}
	return o.Type
}

func (o Option) fallback() string {
	if o.Default == nil {
		return ""
	}
	return inCode(fmt.Sprint(o.Default))
}

func (o Option) conditions() string {
	text := ""
	switch {
	case o.Required == "":
	case strings.EqualFold(o.Required, "true"):
		text += " Required."
	default:
		text += " Required if " + inCode(o.Required) + "."
	}
	if o.EnabledIf != "" {
		text += " Applies if " + inCode(o.EnabledIf) + "."
	}
	return text
}

// annotationLinks returns names of annotations as links to their descriptions.
func annotationLinks(names []string) string {
	links := make([]string, len(names))
	for i, name := range names {
		links[i] = fmt.Sprintf("[`@%s`](annotations.md#%s)", name, strings.ToLower(name))
	}
	return strings.Join(links, ", ")
}
