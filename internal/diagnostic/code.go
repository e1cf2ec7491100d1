package diagnostic

// Code names a kind of finding. Codes do not change once released: people filter and document by them.
type Code string

// Findings about files.
const (
	ProjectMissing  Code = "project-missing"   // no data.yml: the folder is not a project
	FileUnreadable  Code = "file-unreadable"   // the file cannot be read
	FileTooLarge    Code = "file-too-large"    // over the size limit; it is left out
	FileUnexpected  Code = "file-unexpected"   // a file that no kind of the format claims
	FileVersion     Code = "file-version"      // a fileVersion this program does not know
	YAMLSyntax      Code = "yaml-syntax"       // broken YAML
	YAMLShape       Code = "yaml-shape"        // a value of the wrong kind: a list where a text should be
	UnknownKey      Code = "unknown-key"       // a key that the format does not know; it is kept
	MissingKey      Code = "missing-key"       // a key that the format needs
	DuplicateKey    Code = "duplicate-key"     // the same key twice in one mapping
	SpecSyntax      Code = "spec-syntax"       // a node type's options panel that does not parse
	SpecShape       Code = "spec-shape"        // an options panel that parses and says something unknown
	FileNameForm    Code = "file-name"         // a node file that is not called LOCATION-NAME
	FileNameDiffers Code = "file-name-differs" // file name and content name different things
	SeedUnreadable  Code = "seed-unreadable"   // a seed's CSV that is missing or does not parse
)

// Findings about SQL nodes and their annotations.
const (
	SQLSyntax           Code = "sql-syntax"            // the SELECT of a SQL node cannot be read
	SQLOpaque           Code = "sql-opaque"            // column lineage is not known for this SQL
	ColumnUnnamed       Code = "column-unnamed"        // an expression without an alias
	AnnotationUnknown   Code = "annotation-unknown"    // the node type does not declare it
	AnnotationMisplaced Code = "annotation-misplaced"  // a node's annotation at a column, or the other way round
	AnnotationInComment Code = "annotation-in-comment" // has no effect there
	AnnotationParameter Code = "annotation-parameter"  // too many, too few, or of the wrong kind
	AnnotationRepeated  Code = "annotation-repeated"   // twice where once counts
	AnnotationRequired  Code = "annotation-required"   // the node type wants it
	ColumnTypeUnknown   Code = "column-type-unknown"   // nothing says it, and the template writes it out
	DuplicateColumn     Code = "duplicate-column"      // two columns of one name
	ColumnsMissing      Code = "columns-missing"       // a table without columns
	TypeVersion         Code = "type-version"          // a .sql node with a type for YAML nodes, or the other way round
)

// Findings about how the parts of a project fit together.
const (
	DuplicateID         Code = "duplicate-id"
	DuplicateName       Code = "duplicate-name" // two nodes of one name in one location
	UnknownNodeType     Code = "unknown-node-type"
	UnknownLocation     Code = "unknown-location"
	UnknownNode         Code = "unknown-node"        // a ref to a node that is not there
	DependencyMismatch  Code = "dependency-mismatch" // the dependency list and the refs of a join disagree
	Cycle               Code = "cycle"               // nodes that need each other
	UnknownColumn       Code = "unknown-column"      // a column reference to nothing
	ColumnNotUpstream   Code = "column-not-upstream" // a column reference to a node that the join does not read
	ConfigRequired      Code = "config-required"     // an option that the node type wants
	ConfigOption        Code = "config-option"       // a value that is none of the options
	EnableIfFailed      Code = "enable-if-failed"    // counts as true
	MappingMissing      Code = "mapping-missing"     // a location that the workspace does not map
	PackageMissing      Code = "package-missing"     // a package that is named and not in the repository
	NodeTypeDisabled    Code = "node-type-disabled"  // still in use
	SelectorSyntax      Code = "selector-syntax"     // a job's selector that does not parse
	SelectorEmpty       Code = "selector-empty"      // a job's selector that matches nothing
	SelectorWarning     Code = "selector-warning"    // a selector that means something else than it seems
	SubgraphUnknownNode Code = "subgraph-unknown-node"
	UnknownPlatform     Code = "unknown-platform"  // a platformKind that this program does not know
	UnknownWorkspace    Code = "unknown-workspace" // a workspace that was asked for and is not there
	SameObject          Code = "same-object"       // two nodes that are one object in the warehouse
)

// Findings of rendering.
const (
	TemplateSyntax  Code = "template-syntax"  // a template that does not parse
	TemplateFailed  Code = "template-failed"  // a template that does not render for this node
	TemplateEmpty   Code = "template-empty"   // a run template that renders to nothing for a table
	TemplateWarning Code = "template-warning" // something the renderer noticed
	MacroSyntax     Code = "macro-syntax"     // the project's macros do not parse
)
