package compiler

import (
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// check reports the problems of single nodes.
func (b *build) check() {
	each(b.work(), func(n *Node) {
		c := b.next
		c.checkType(n)
		c.checkLocation(n)
		c.checkDependencyLists(n)
		if n.Kind == transform.YAMLNode {
			c.checkColumns(n)
		}
		c.checkConfig(n)
		c.checkObject(n)
		c.checkObserved(n)
		c.checkNames(n)
		c.checkStages(n)
	})
}

// checkType reports a node type that does not exist, is disabled, or supports only the other kind of node.
func (c *Compilation) checkType(n *Node) {
	if n.Type != nil {
		if n.Type.IsDisabled || n.Type.Spec.IsDisabled {
			n.report(stepCheck, diagnostic.Diagnostic{
				Code: diagnostic.NodeTypeDisabled, Severity: diagnostic.Warning,
				Message: fmt.Sprintf("node type %s is disabled", n.Type.Name),
				Hint:    "choose another type for the node",
			})
		}
		if !n.Type.Serves(n.Kind) {
			n.report(stepCheck, wrongVersion(n))
		}
		return
	}
	if n.Node.Type == "" && diagnostic.HasErrors(n.findings[stepRead]) {
		return // The reader reported the problem of the file already.
	}
	n.report(stepCheck, diagnostic.Diagnostic{
		Code: diagnostic.UnknownNodeType, Severity: diagnostic.Error,
		Message: fmt.Sprintf("there is no node type %q", n.Node.Type),
		Hint:    "use a type of the library, of nodeTypes/ or of a package" + c.nearTypes(n.Node.Type),
	})
}

func (c *Compilation) nearTypes(id transform.NodeTypeID) string {
	if near := c.Types.Suggest(id); len(near) > 0 {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return ""
}

func wrongVersion(n *Node) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		Code: diagnostic.TypeVersion, Severity: diagnostic.Error,
		Message: fmt.Sprintf("node type %s (fileVersion %d) supports only YAML nodes, but this is a SQL node", n.Type.Name, n.Type.Version),
		Hint:    "use a node type with fileVersion 2, or write the node as a .yml file",
	}
	if n.Kind == transform.YAMLNode {
		d.Message = fmt.Sprintf("node type %s (fileVersion %d) supports only SQL nodes, but this is a YAML node", n.Type.Name, n.Type.Version)
		d.Hint = "use a node type with fileVersion 1, or write the node as a .sql file"
	}
	return d
}

// checkObject reports a table that cannot be created because its columns or their types are unknown and the template
// writes them out. The node types of the library leave both to the engine.
func (c *Compilation) checkObject(n *Node) {
	if n.Type == nil || n.IsSource || !isTable(n.Materialization) || !strings.Contains(n.Type.Create, "dataType") {
		return
	}
	switch {
	case n.isOpen:
		n.reportOpen()
	case len(n.Columns) == 0:
		n.report(stepCheck, diagnostic.Diagnostic{
			Code: diagnostic.ColumnsMissing, Severity: diagnostic.Error, Message: "this table has no columns",
			Hint: "name its columns; the columns of a star over an unknown relation cannot be derived",
		})
	}
	for i := range n.Columns {
		if column := &n.Columns[i]; column.DataType == "" {
			n.report(stepCheck, diagnostic.Diagnostic{
				Code: diagnostic.ColumnTypeUnknown, Severity: diagnostic.Warning,
				Message: fmt.Sprintf("the type of column %s is unknown, but node type %s needs it", column.Name, n.Type.Name),
				Hint:    "cast the expression to the type that it should have",
			}.At(n.File, column.At))
		}
	}
}

func isTable(materialization string) bool {
	return strings.Contains(strings.ToLower(materialization), "table")
}

// checkStages warns about a table that is never created or never loaded although its type has templates for both.
func (c *Compilation) checkStages(n *Node) {
	if n.Type == nil || n.IsSource || !isTable(n.Materialization) {
		return
	}
	if n.Create != nil && !n.hasCreateStatements && strings.TrimSpace(n.Type.Create) != "" && n.Type.Spec.Strategy != transform.DeployAdvanced {
		n.report(stepCheck, emptyTemplate(fmt.Sprintf("the create template of %s renders to nothing, so this table is never created", n.Type.Name)))
	}
	if n.Run != nil && !n.hasRunStatements && strings.TrimSpace(n.Type.Run) != "" {
		n.report(stepCheck, emptyTemplate(fmt.Sprintf("the run template of %s renders to nothing, so nothing is loaded into this table", n.Type.Name)))
	}
}

func emptyTemplate(message string) diagnostic.Diagnostic {
	return diagnostic.Diagnostic{
		Code: diagnostic.TemplateEmpty, Severity: diagnostic.Warning, Message: message,
		Hint: "check the options of the node, or materialize it as a view",
	}
}
