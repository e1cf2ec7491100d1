package cli

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/transform"
)

// printColumnLineage traces one column. It shows filters and joins, and does not follow them.
func (p Program) printColumnLineage(compiled *compiler.Compilation, t target, flags lineageFlags) error {
	start := lineage.Endpoint{Node: t.node.ID, Column: t.column.ID}
	reach := lineage.Reach{Depth: flags.depth, Uses: lineage.UsesShown}
	look := compiled.Lineage.Upstream
	if flags.downstream {
		look = compiled.Lineage.Downstream
	}
	trace := look(start, reach)
	names := nodeNames{compiled}
	if flags.asJSON {
		return p.printJSON(names.traceJSON(trace))
	}
	c := p.palette()
	var out strings.Builder
	out.WriteString(c.bold(t.String()))
	if t.column.DataType != "" {
		out.WriteString("  " + c.faint(t.column.DataType))
	}
	out.WriteByte('\n')
	names.writeBranches(&out, c, trace.Tree(), "")
	for _, o := range trace.Opaque {
		out.WriteString(c.yellow("incomplete: ") + names.node(o.Node) + ": " + o.Reason + "\n")
	}
	if trace.HasMore {
		out.WriteString(c.faint("there are more columns beyond this depth") + "\n")
	}
	return p.print(out.String())
}

// nodeNames maps ids to names.
type nodeNames struct{ compiled *compiler.Compilation }

func (b nodeNames) node(id transform.NodeID) string {
	if n, ok := b.compiled.Node(id); ok {
		return n.Ref().String()
	}
	return string(id)
}

func (b nodeNames) endpoint(at lineage.Endpoint) string {
	if at.Column == "" {
		return b.node(at.Node)
	}
	return b.node(at.Node) + "." + b.column(at)
}

func (b nodeNames) column(at lineage.Endpoint) string {
	if n, ok := b.compiled.Node(at.Node); ok {
		for i := range n.Columns {
			if n.Columns[i].ID == at.Column {
				return n.Columns[i].Name
			}
		}
	}
	return string(at.Column)
}

// writeBranches draws the children of a branch.
func (b nodeNames) writeBranches(out *strings.Builder, c palette, branch lineage.Branch, margin string) {
	for i, under := range branch.Branches {
		corner, next := "├─ ", "│  "
		if i == len(branch.Branches)-1 {
			corner, next = "└─ ", "   "
		}
		out.WriteString(c.faint(margin+corner) + b.endpoint(under.Endpoint))
		if under.Use != nil {
			out.WriteString("  " + c.cyan(useWord(*under.Use)))
		}
		switch {
		case under.IsRepeat:
			out.WriteString(c.faint("  (see above)"))
		case under.HasMore:
			out.WriteString(c.faint("  (continues)"))
		}
		out.WriteByte('\n')
		b.writeBranches(out, c, under, margin+next)
	}
}

// useWord returns the display text of a use.
func useWord(use lineage.Use) string {
	if use == lineage.PassThrough {
		return "pass-through"
	}
	return use.String()
}
