package transform

import "github.com/millrace/millrace/internal/diagnostic"

// NodeType is an options panel with two templates.
type NodeType struct {
	ID              NodeTypeID // with the package's alias if it comes from one
	Name            string
	Version         int // fileVersion: 1 for YAML nodes, 2 for SQL nodes
	IsDisabled      bool
	DefaultLocation string
	SpecText        string // the options panel as written
	Spec            Spec
	Create, Run     string // templates; either may be empty
	Package         string // alias, "" for the project's own and for the library
	IsBuiltIn       bool   // from the library of this program

	File                string // definition.yml
	CreateFile, RunFile string
	At, SpecAt          diagnostic.Position
}

// Serves reports whether nodes of a kind may use the type.
func (t *NodeType) Serves(kind Kind) bool {
	return (kind == SQLNode) == (t.Version >= 2)
}

// DeployStrategy says how a change of a node is applied to the engine.
type DeployStrategy string

// The deploy strategies.
const (
	DeployDefault   DeployStrategy = "default"
	DeployTransient DeployStrategy = "transient"
	DeployAdvanced  DeployStrategy = "advanced"
)

// Spec is an options panel, parsed as far as it can be.
type Spec struct {
	Capitalized, Short, Plural, TagColor string
	Description                          string // what nodes of the type are for, and what a run does
	IsDisabled, AlwaysDeploy             bool
	Strategy                             DeployStrategy
	JoinTemplate                         string
	Groups                               []Group
	SystemColumns                        []SystemColumn
	MappingColumns                       any // as written; free-form
	NodeAnnotations, ColumnAnnotations   []AnnotationSpec
}

// Group is a part of the panel.
type Group struct {
	Name, Description string
	EnableIf          string // Jinja that evaluates to true or false; "" is always true
	Items             []Item
	At                diagnostic.Position
}

// ItemType is the kind of an element of the panel, in its usual spelling.
type ItemType string

// The elements of an options panel.
const (
	ToggleButton            ItemType = "toggleButton"
	TextBox                 ItemType = "textBox"
	DropdownSelector        ItemType = "dropdownSelector"
	ColumnDropdownSelector  ItemType = "columnDropdownSelector"
	Tabular                 ItemType = "tabular"
	Label                   ItemType = "label"
	MaterializationSelector ItemType = "materializationSelector"
	MultisourceToggle       ItemType = "multisourceToggle"
	OverrideSQLToggle       ItemType = "overrideSQLToggle"
	BusinessKeyColumns      ItemType = "businessKeyColumns"
	ChangeTrackingColumns   ItemType = "changeTrackingColumns"
	ColumnSelector          ItemType = "columnSelector"
)

// Item is one element of the panel.
type Item struct {
	Type        ItemType
	DisplayName string
	Description string
	Attribute   string // the key in a node's config, or the attribute of its columns
	Default     any
	IsRequired  string // Jinja or a word; "" and "false" mean no
	EnableIf    string
	Options     []string
	Placeholder string
	Syntax      string
	Columns     []Item // of a tabular element
	At          diagnostic.Position
}

// SystemColumn is a column that the type adds to every node.
type SystemColumn struct {
	DisplayName string // may contain {{NODE_NAME}}
	Transform   string
	DataType    string
	AtBeginning bool
	Attribute   string
	Description string
}

// AnnotationSpec declares an annotation of SQL nodes.
type AnnotationSpec struct {
	Name           string
	Description    string
	IsRequired     bool
	AllowsMultiple bool
	Default        any
	Parameters     []ParameterSpec
}

// ParameterSpec declares a parameter of an annotation.
type ParameterSpec struct {
	Name       string
	Type       string // string, number, boolean; "" is any
	IsRequired bool
	Options    []string
	Default    any
}
