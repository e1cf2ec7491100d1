package compiler

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// checkColumns reports references of a YAML node's columns that lead to nothing, or to a node that is not read.
func (c *Compilation) checkColumns(n *Node) {
	for i := range n.Columns {
		column := &n.Columns[i]
		for g, source := range column.Sources {
			for _, ref := range source.References {
				c.checkColumnRef(n, columnUse{column: column, group: g, at: source.At}, ref)
			}
		}
	}
}

// columnUse is where a column names another.
type columnUse struct {
	column *transform.Column
	group  int // the source group
	at     diagnostic.Position
}

func (p columnUse) diagnostic(n *Node, d diagnostic.Diagnostic) {
	at := p.at
	if at == (diagnostic.Position{}) {
		at = p.column.At
	}
	n.report(stepCheck, d.At(n.File, at))
}

func (c *Compilation) checkColumnRef(n *Node, p columnUse, ref transform.ColumnRef) {
	up, known := c.byID[ref.Node]
	if !known {
		p.diagnostic(n, diagnostic.Diagnostic{
			Code: diagnostic.UnknownColumn, Severity: diagnostic.Error,
			Message: fmt.Sprintf("column %s comes from node %s, which is not in the project", p.column.Name, ref.Node),
			Hint:    "choose its source column again, or give it a transform and no source",
		})
		return
	}
	if !slices.ContainsFunc(up.Columns, func(c transform.Column) bool { return c.ID == ref.Column }) {
		p.diagnostic(n, diagnostic.Diagnostic{
			Code: diagnostic.UnknownColumn, Severity: diagnostic.Error,
			Message: fmt.Sprintf("column %s comes from column %s of %s, which has no such column", p.column.Name, ref.Column, up.Ref()),
			Hint:    "choose its source column again; the other node may have lost it",
		})
		return
	}
	if !n.mayRead(up.Ref(), p.group) {
		p.diagnostic(n, diagnostic.Diagnostic{
			Code: diagnostic.ColumnNotUpstream, Severity: diagnostic.Warning,
			Message: fmt.Sprintf("column %s comes from %s, which its join does not read", p.column.Name, up.Ref()),
			Hint:    fmt.Sprintf("add {{ ref('%s', '%s') }} to the join, or choose another source column", up.Location, up.Name),
		})
	}
}

// mayRead reports whether the texts of a source group mention a node. A join whose refs are not plain texts may mention
// anything, and gets the benefit of the doubt.
func (n *Node) mayRead(ref transform.NodeRef, group int) bool {
	if group >= len(n.Sources) {
		return true
	}
	for _, r := range n.refs {
		if !r.literal || r.node == ref {
			return true
		}
	}
	return slices.Contains(n.Sources[group].Dependencies, ref)
}

// checkNames reports columns that an engine would take for one, and columns of a YAML node with one id.
func (c *Compilation) checkNames(n *Node) {
	names := make(map[string]string, len(n.Columns))
	ids := make(map[transform.ColumnID]string, len(n.Columns))
	for i := range n.Columns {
		column := &n.Columns[i]
		key := c.Renderer.Dialect().Comparable(column.Name)
		if first, taken := names[key]; taken {
			n.report(stepCheck, diagnostic.Diagnostic{
				Code: diagnostic.DuplicateColumn, Severity: diagnostic.Error,
				Message: fmt.Sprintf("column %s stands twice, as %s and as %s", column.Name, first, column.Name),
				Hint:    "give one of them another name, or leave it out",
			}.At(n.File, cmp.Or(column.At, n.At)))
			continue
		}
		names[key] = column.Name
		if first, taken := ids[column.ID]; taken {
			n.report(stepCheck, diagnostic.Diagnostic{
				Code: diagnostic.DuplicateID, Severity: diagnostic.Error,
				Message: fmt.Sprintf("columns %s and %s have the id %s both", first, column.Name, column.ID),
				Hint:    "give one of them an id of its own",
			}.At(n.File, cmp.Or(column.At, n.At)))
			continue
		}
		ids[column.ID] = column.Name
	}
}
