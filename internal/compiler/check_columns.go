package compiler

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/transform"
)

// checkColumns reports column references of a YAML node to an unknown column, or to a node that the join does not read.
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

// columnUse is a position at which a column refers to another column.
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
			Hint:    "choose its source column again, or set a transform without a source",
		})
		return
	}
	if !up.HasOpenColumns() && !slices.ContainsFunc(up.Columns, func(c transform.Column) bool { return c.ID == ref.Column }) {
		p.diagnostic(n, diagnostic.Diagnostic{
			Code: diagnostic.UnknownColumn, Severity: diagnostic.Error,
			Message: fmt.Sprintf("column %s comes from column %s of %s, which has no such column", p.column.Name, ref.Column, up.Ref()),
			Hint:    "choose its source column again; the other node may no longer have it",
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

// mayRead reports whether the texts of a source group mention a node. If the refs of a join are not literals, it
// reports true, because the join may mention any node.
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

// areDistinct reports whether a few columns have different names, whatever the engine's rules for case, and different ids.
// Almost all nodes do, and this is cheaper than to index their columns.
func areDistinct(columns []transform.Column) bool {
	const few = 32
	if len(columns) > few {
		return false
	}
	for i := range columns {
		for k := range columns[:i] {
			if columns[i].ID == columns[k].ID || strings.EqualFold(columns[i].Name, columns[k].Name) {
				return false
			}
		}
	}
	return true
}

// checkNames reports columns whose names are equal to an engine, and columns of a YAML node that share an id.
func (c *Compilation) checkNames(n *Node) {
	if areDistinct(n.Columns) {
		return
	}
	names := make(map[string]string, len(n.Columns))
	ids := make(map[transform.ColumnID]string, len(n.Columns))
	for i := range n.Columns {
		column := &n.Columns[i]
		key := c.Renderer.Dialect().Comparable(column.Name)
		if first, taken := names[key]; taken {
			n.report(stepCheck, diagnostic.Diagnostic{
				Code: diagnostic.DuplicateColumn, Severity: diagnostic.Error,
				Message: fmt.Sprintf("column %s is defined twice, as %s and as %s", column.Name, first, column.Name),
				Hint:    "rename one of them, or remove it",
			}.At(n.File, cmp.Or(column.At, n.At)))
			continue
		}
		names[key] = column.Name
		if first, taken := ids[column.ID]; taken {
			n.report(stepCheck, diagnostic.Diagnostic{
				Code: diagnostic.DuplicateID, Severity: diagnostic.Error,
				Message: fmt.Sprintf("columns %s and %s both have the id %s", first, column.Name, column.ID),
				Hint:    "give one of them another id",
			}.At(n.File, cmp.Or(column.At, n.At)))
			continue
		}
		ids[column.ID] = column.Name
	}
}
