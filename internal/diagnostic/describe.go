package diagnostic

// Description says what a code means and what to do about it.
type Description struct {
	Code    Code   `json:"code"`
	Meaning string `json:"meaning"`
	Action  string `json:"action"`
}

// Section is the descriptions of codes about one subject.
type Section struct {
	Title string        `json:"title"`
	Codes []Description `json:"codes"`
}

// Describe describes all codes. A test compares it with the codes that exist.
func Describe() []Section {
	return []Section{
		{"Files", describeFiles()},
		{"SQL nodes and annotations", describeSQL()},
		{"References between the parts of a project", describeReferences()},
		{"Templates", describeTemplates()},
	}
}

func describeFiles() []Description {
	return []Description{
		{ProjectMissing, "The folder has no data.yml, so it is not a project.", "Change to the folder of the project, pass it as an argument, or create one with `millrace init`."},
		{FileUnreadable, "The file cannot be read.", "Check its permissions and that it is UTF-8."},
		{FileTooLarge, "The file is larger than the limit and is skipped.", "Split it. Rows belong into a table or a source of files."},
		{FileUnexpected, "The format does not define a file with this name in this folder.", "Move or remove it. It has no effect."},
		{FileVersion, "The `fileVersion` is not supported, or the file has an older form.", "Save the project with a current version of the tool that wrote it, or upgrade Millrace."},
		{YAMLSyntax, "The file is not YAML.", "Fix the line that the message names; often it is the indentation or a missing quote."},
		{YAMLShape, "A value has the wrong kind: for example a list where a text should be.", "Change the value as the message says."},
		{UnknownKey, "The format does not define the key. It is kept, and has no effect.", "Check its spelling, or remove it."},
		{MissingKey, "A required key is missing.", "Add the key that the message names."},
		{DuplicateKey, "A mapping has the same key twice; the last one counts.", "Remove one of them."},
		{SpecSyntax, "The options panel of a node type is not YAML.", "Fix `nodeMetadataSpec` in its definition.yml. Until then the type works without options."},
		{SpecShape, "An options panel has an unknown element or value, which is ignored.", "Check the spelling of the element."},
		{FileNameForm, "The name of a node's file is not LOCATION-NAME.", "Rename the file, for example to `nodes/STAGE-STG_ORDERS.sql`."},
		{FileNameDiffers, "The name of the file and the name in the file differ; the name in the file counts.", "Rename one of them."},
		{SeedUnreadable, "The CSV file of a seed is missing or cannot be read.", "Check `config.file` and the line that the message names."},
	}
}

func describeSQL() []Description {
	return []Description{
		{SQLSyntax, "The `SELECT` of a node cannot be parsed.", "Fix the SQL at the position. `millrace render` prints the SQL after its macros."},
		{SQLOpaque, "The columns of this SQL are not all known, so the column lineage has a gap.", "List the columns instead of a star of a function, or accept the gap: the node works."},
		{ColumnUnnamed, "An expression in the select list has no name.", "Add `AS name`."},
		{AnnotationUnknown, "The node type does not declare the annotation.", "Check its spelling; [annotations](annotations.md) lists all. An unknown annotation has no effect."},
		{AnnotationMisplaced, "An annotation of nodes is at a column, or an annotation of a column is at the node.", "Move it before the `SELECT`, or behind the column."},
		{AnnotationInComment, "An annotation in a comment has no effect.", "Remove the comment around it, or the annotation."},
		{AnnotationParameter, "An annotation has too many arguments, too few, or one of the wrong kind.", "Compare it with the example in [annotations](annotations.md)."},
		{AnnotationRepeated, "An annotation occurs twice where one counts; the last one counts.", "Remove one of them."},
		{AnnotationRequired, "The node type requires an annotation that the node does not have.", "Add the annotation that the message names."},
		{ColumnTypeUnknown, "The data type of a column is not known, and the template needs it.", "Add a cast: `CAST(x AS DECIMAL(10,2)) AS x`."},
		{DuplicateColumn, "Two columns have the same name.", "Rename one with `AS`, or list the columns instead of two stars."},
		{ColumnsMissing, "A table has no columns.", "Add columns to the select list, or to the file of the node."},
		{TypeVersion, "A .sql node has a type for YAML nodes, or the other way round.", "Use a type with `fileVersion: 2` for .sql files and with `1` for .yml files."},
	}
}

func describeReferences() []Description {
	return []Description{
		{DuplicateID, "Two parts of the project have the same id.", "Give the copy an id of its own; the hint has one. `millrace fmt` adds an id where there is none."},
		{DuplicateName, "Two nodes have the same name in one location.", "Rename one of them, or move it to another location."},
		{UnknownNodeType, "No node type has this id or name.", "Check its spelling; [node types](node-types.md) lists those of the library. A type of a package needs the package."},
		{UnknownLocation, "The project has no location with this name.", "Add it to locations.yml, or check its spelling."},
		{UnknownNode, "A `ref` names a node that does not exist.", "Check location and name: `millrace graph` lists the nodes."},
		{DependencyMismatch, "The list of dependencies of a YAML node and the refs of its join differ; the refs count.", "Add or remove the dependency, or save the node in the editor."},
		{Cycle, "Nodes depend on each other in a circle, so none can be built first.", "Remove one of the refs that the message names, or use `ref_no_link` where only the name is needed."},
		{UnknownColumn, "A node reads a column that the other node does not have.", "Check the spelling; the hint names similar columns."},
		{ColumnNotUpstream, "A column of a YAML node refers to a node that its join does not read.", "Add the node to the join, or choose a column of a node in the join."},
		{ConfigRequired, "An option that the node type requires is not set.", "Set the option that the message names."},
		{ConfigOption, "The value of an option is not one of those that the type allows.", "Use one of the values in the hint."},
		{EnableIfFailed, "A condition of an options panel cannot be evaluated; it counts as true.", "Fix `enableIf` or `isRequired` in the definition of the node type."},
		{MappingMissing, "The workspace or environment has no database and schema for a location.", "Add the mapping in workspace.yml or in the settings of the environment."},
		{PackageMissing, "A package is listed in `packages/`, and its files are not in the repository.", "Commit the folder of the package."},
		{NodeTypeDisabled, "A node uses a node type that is disabled.", "Choose another type, or enable it in its definition.yml."},
		{SelectorSyntax, "The selector of a job cannot be parsed.", "Fix it at the position; [selectors](../3-projects.md#selectors) shows the forms."},
		{SelectorEmpty, "The selector of a job matches no node.", "Check the names in it: `millrace select` prints the matches."},
		{SelectorWarning, "A selector does not mean what it seems to mean.", "Write it as the hint says."},
		{SubgraphUnknownNode, "A subgraph contains the id of a node that does not exist.", "Remove the id from the subgraph."},
		{UnknownPlatform, "`platformKind` of data.yml is not a supported engine.", "Use one of the kinds in [engines](../engines.md)."},
		{UnknownWorkspace, "workspaces.yml has no workspace with this name.", "Use one of the names in the hint."},
		{SameObject, "Two nodes would be the same table or view in the engine.", "Rename one, or map their locations to different schemas."},
	}
}

func describeTemplates() []Description {
	return []Description{
		{TemplateSyntax, "A template cannot be parsed.", "Fix the Jinja at the position; [template functions](template-functions.md) lists functions and filters."},
		{TemplateFailed, "A template fails for this node.", "Read the message: it names the expression. `millrace render --select '{ NODE }'` shows it for one node."},
		{TemplateEmpty, "The run template of a table renders to nothing, so the table stays empty.", "Check the conditions in the template, or the options of the node."},
		{TemplateWarning, "A template renders, and something in it has no effect or is doubtful.", "Read the message and the hint."},
		{MacroSyntax, "A macro of the project cannot be parsed. The other macros of its file work.", "Fix the macro at the position."},
		{MacroName, "A macro or a variable has a name that templates need from Millrace, such as `config` or `ref`.", "Rename it."},
	}
}
