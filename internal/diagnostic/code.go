package diagnostic

// Code names a kind of finding. Codes do not change once released, because users filter by them and document them.
type Code string

// Findings about files.
const (
	ProjectMissing  Code = "project-missing"   // no data.yml: the folder is not a project
	FileUnreadable  Code = "file-unreadable"   // the file cannot be read
	FileTooLarge    Code = "file-too-large"    // over the size limit; the file is skipped
	FileUnexpected  Code = "file-unexpected"   // a file that the format does not define
	FileVersion     Code = "file-version"      // an unsupported fileVersion
	YAMLSyntax      Code = "yaml-syntax"       // invalid YAML
	YAMLShape       Code = "yaml-shape"        // a value of the wrong kind: a list where a text should be
	UnknownKey      Code = "unknown-key"       // a key that the format does not define; it is kept
	MissingKey      Code = "missing-key"       // a required key is missing
	DuplicateKey    Code = "duplicate-key"     // the same key twice in one mapping
	SpecSyntax      Code = "spec-syntax"       // the options panel of a node type does not parse
	SpecShape       Code = "spec-shape"        // an options panel with an unknown element or value
	FileNameForm    Code = "file-name"         // the name of a node file is not LOCATION-NAME
	FileNameDiffers Code = "file-name-differs" // the file name differs from the name in the file
	SeedUnreadable  Code = "seed-unreadable"   // the CSV file of a seed is missing or does not parse
)

// Findings about SQL nodes and their annotations.
const (
	SQLSyntax           Code = "sql-syntax"            // the SELECT of a SQL node does not parse
	SQLOpaque           Code = "sql-opaque"            // column lineage is unknown for this SQL
	ColumnUnnamed       Code = "column-unnamed"        // an expression without an alias
	AnnotationUnknown   Code = "annotation-unknown"    // the node type does not declare it
	AnnotationMisplaced Code = "annotation-misplaced"  // an annotation of nodes at a column, or the reverse
	AnnotationInComment Code = "annotation-in-comment" // has no effect there
	AnnotationParameter Code = "annotation-parameter"  // too many, too few, or of the wrong kind
	AnnotationRepeated  Code = "annotation-repeated"   // twice where once counts
	AnnotationRequired  Code = "annotation-required"   // the node type requires it
	ColumnTypeUnknown   Code = "column-type-unknown"   // the type is unknown, and the template needs it
	DuplicateColumn     Code = "duplicate-column"      // two columns with one name
	ColumnsMissing      Code = "columns-missing"       // a table without columns
	TypeVersion         Code = "type-version"          // a .sql node with a type for YAML nodes, or the reverse
)

// Findings about references between the parts of a project.
const (
	DuplicateID         Code = "duplicate-id"
	DuplicateName       Code = "duplicate-name" // two nodes with one name in one location
	UnknownNodeType     Code = "unknown-node-type"
	UnknownLocation     Code = "unknown-location"
	UnknownNode         Code = "unknown-node"        // a ref to a node that does not exist
	DependencyMismatch  Code = "dependency-mismatch" // the dependency list and the refs of a join differ
	Cycle               Code = "cycle"               // nodes that depend on each other
	UnknownColumn       Code = "unknown-column"      // a reference to a column that does not exist
	ColumnNotUpstream   Code = "column-not-upstream" // a column reference to a node that the join does not read
	ConfigRequired      Code = "config-required"     // an option that the node type requires is not set
	ConfigOption        Code = "config-option"       // a value that is not one of the options
	EnableIfFailed      Code = "enable-if-failed"    // the condition counts as true
	MappingMissing      Code = "mapping-missing"     // a location that the workspace does not map
	PackageMissing      Code = "package-missing"     // a package is listed but not in the repository
	NodeTypeDisabled    Code = "node-type-disabled"  // still in use
	SelectorSyntax      Code = "selector-syntax"     // the selector of a job does not parse
	SelectorEmpty       Code = "selector-empty"      // the selector of a job matches nothing
	SelectorWarning     Code = "selector-warning"    // a selector does not mean what it seems to mean
	SubgraphUnknownNode Code = "subgraph-unknown-node"
	UnknownPlatform     Code = "unknown-platform"  // an unsupported platformKind
	UnknownWorkspace    Code = "unknown-workspace" // the requested workspace does not exist
	SameObject          Code = "same-object"       // two nodes map to one object in the engine
)

// Findings of rendering.
const (
	TemplateSyntax  Code = "template-syntax"  // a template does not parse
	TemplateFailed  Code = "template-failed"  // a template fails for this node
	TemplateEmpty   Code = "template-empty"   // a run template that renders to nothing for a table
	TemplateWarning Code = "template-warning" // a warning of the renderer
	MacroSyntax     Code = "macro-syntax"     // a macro of the project does not parse
	MacroName       Code = "macro-name"       // a macro or variable hides a name of the engine in all templates
)
