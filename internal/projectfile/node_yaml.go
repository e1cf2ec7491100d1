package projectfile

import (
	"cmp"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/yamldoc"
)

const (
	sourceOperation = "sourceInput"
	sqlOperation    = "sql"
	sourceType      = "Source"
)

// yamlNode is a node with the content of its file, from which parts of the node are derived.
type yamlNode struct {
	transform.Node

	stated statement
}

// statement contains the values that the file has redundantly, in another form, or not at all.
type statement struct {
	id            transform.NodeID
	name          string
	location      string
	operationName string
	operationType string
	sqlType       transform.NodeTypeID
}

var yamlNodeFields = fields[yamlNode]{
	"fileVersion": version[yamlNode](1),
	"type":        constant[yamlNode]("Node"),
	"id":          word(func(n *yamlNode) *transform.NodeID { return &n.stated.id }),
	"name":        textAt(func(n *yamlNode) (*string, *diagnostic.Position) { return &n.stated.name, &n.At }),
	"operation":   inside(operationFields),
}

var operationFields = fields[yamlNode]{
	"type":         word(func(n *yamlNode) *string { return &n.stated.operationType }),
	"name":         word(func(n *yamlNode) *string { return &n.stated.operationName }),
	"sqlType":      word(func(n *yamlNode) *transform.NodeTypeID { return &n.stated.sqlType }),
	"locationName": word(func(n *yamlNode) *string { return &n.stated.location }),
	"database":     word(func(n *yamlNode) *string { return &n.Database }),
	"schema":       word(func(n *yamlNode) *string { return &n.Schema }),
	"description":  text(func(n *yamlNode) *string { return &n.Description }),
	"deployEnabled": boolean(true, func(n *yamlNode) *bool {
		return &n.DeployEnabled
	}),
	"isMultisource":       onlyOfSQL(boolean(false, func(n *yamlNode) *bool { return &n.IsMultisource })),
	"overrideSQL":         onlyOfSQL(boolean(false, func(n *yamlNode) *bool { return &n.OverrideSQL })),
	"materializationType": onlyOfSQL(word(func(n *yamlNode) *string { return &n.Materialization })),
	"config":              onlyOfSQL(parameters(func(n *yamlNode) *map[string]any { return &n.Config }), hasConfig),
	"metadata":            inside(metadataFields),
	"version":             version[yamlNode](1),
}

var metadataFields = fields[yamlNode]{
	"columns":              {read: readColumns, write: writeColumns},
	"sourceMapping":        onlyOfSQL(field[yamlNode]{read: readSources, write: writeSources}),
	"appliedNodeTests":     onlyOfSQL(field[yamlNode]{read: readTests, write: writeTests}, hasTests),
	"enabledColumnTestIDs": onlyOfSQL(texts(func(n *yamlNode) *[]string { return &n.ColumnTests })),
	"cteString":            onlyOfSQL(text(func(n *yamlNode) *string { return &n.CTE })),
	"join":                 ignored[yamlNode](), // other tools write it into sources
}

func hasConfig(n *yamlNode) bool { return len(n.Config) > 0 }

func hasTests(n *yamlNode) bool { return len(n.Tests) > 0 }

// onlyOfSQL returns a field that is not written to the new file of a source, unless the source has a value for it.
func onlyOfSQL(of field[yamlNode], unless ...func(*yamlNode) bool) field[yamlNode] {
	write := of.write
	of.write = func(o *overlay, key string, from *yamlNode) {
		says := slices.ContainsFunc(unless, func(has func(*yamlNode) bool) bool { return has(from) })
		if o.isNew && from.IsSource && !says {
			o = &overlay{node: o.node}
		}
		write(o, key, from)
	}
	return of
}

// yamlNode reads a YAML node. The node is usable even if the file has errors.
func (r *reader) yamlNode(content string) *yamlNode {
	n := &yamlNode{Node: transform.Node{Kind: transform.YAMLNode, DeployEnabled: true, File: r.file}}
	if root := r.document(content).Root; root != nil {
		r.yamlNodeRoot(n, root)
	}
	r.finishYAMLNode(n)
	return n
}

func (r *reader) yamlNodeRoot(n *yamlNode, root *yamldoc.Node) {
	if modern, wasOld := modernize(root); wasOld {
		r.checkSteps(root)
		root = modern
	} else if steps := root.Get("steps"); steps != nil && root.Get("operation") == nil {
		r.isOutdated = true
		r.err(keyOf(steps), finding{
			code:    diagnostic.FileVersion,
			message: "the node is written in an older version of the format",
			hint:    "save the project once with a current version of the tool that wrote it",
		})
		return
	}
	readFields(r, n, root, yamlNodeFields)
	r.checkJoin(n, root.Get("operation").Get("metadata").Get("join"))
	r.need(root, "id", "name", "operation")
	if operation := root.Get("operation"); operation != nil && operation.Kind == yamldoc.Mapping {
		r.need(operation, "locationName", "type")
		r.checkNames(n, root, operation)
	}
}

// checkJoin reports a join that is not part of a source mapping, where it has no effect. Sources from other tools have one.
func (r *reader) checkJoin(n *yamlNode, join *yamldoc.Node) {
	if join != nil && n.stated.operationType != sourceOperation {
		r.unknownKey(join, nil)
	}
}

// checkNames reports a node whose two names differ.
func (r *reader) checkNames(n *yamlNode, root, operation *yamldoc.Node) {
	if n.stated.operationType != sourceOperation {
		r.need(operation, "sqlType")
	}
	if inner := operation.Get("name"); inner != nil && root.Get("name") != nil && n.stated.operationName != n.stated.name {
		r.warn(positionOf(inner), finding{
			code:    diagnostic.YAMLShape,
			message: "the name of the operation is not the name of the node",
			hint:    "write the same name for both; the name at the top of the file takes precedence",
		})
	}
}

// finishYAMLNode derives the properties of the node from the content of the file, and sets defaults for what is
// missing.
func (r *reader) finishYAMLNode(n *yamlNode) {
	said := n.stated
	location, name, _ := splitName(r.file)
	n.IsSource = said.operationType == sourceOperation || said.operationType == "" && said.sqlType == sourceType
	n.Type = said.sqlType
	if n.IsSource {
		n.Type = cmp.Or(said.sqlType, sourceType)
	}
	n.Name = cmp.Or(said.name, said.operationName, name)
	n.Location = cmp.Or(said.location, location)
	n.ID = cmp.Or(said.id, transform.NodeID(n.File))
	r.checkFileName(&n.Node)
}
