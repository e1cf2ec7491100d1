package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/ddl"
)

// categorize says what a change means for the readers of a node, and why.
func (d *decision) categorize(impact []Impact) (Category, string) {
	switch d.action {
	case Metadata:
		return MetadataOnly, d.metadataReason()
	case Adopt:
		return MetadataOnly, "the existing object is not changed"
	case Add:
		return NonBreaking, "nothing reads it yet"
	case Recreate:
		if d.isElsewhere {
			return NonBreaking, "it is not in this database; it has no rows until the next refresh"
		}
		return NonBreaking, "it was missing; it has no rows until the next refresh"
	case Rebuild:
		return NonBreaking, "its definition does not change"
	case Delete:
		return Breaking, "its readers will fail" + readersIn(impact, "")
	default:
		return d.categorizeAlter(impact)
	}
}

func (d *decision) categorizeAlter(impact []Impact) (Category, string) {
	if d.isRenamed() {
		return Breaking, "readers of its old name will fail"
	}
	if d.changesKind() {
		return Breaking, fmt.Sprintf("it was a %s and becomes a %s", kindOf(d.observed), d.desired.Kind)
	}
	for _, column := range d.columns {
		if reason := column.breaks(impact); reason != "" {
			return Breaking, reason
		}
	}
	for _, loss := range d.losses {
		if loss.What == "table" {
			return Breaking, "its rows are deleted until the next refresh"
		}
	}
	switch {
	case len(d.columns) > 0:
		return NonBreaking, "all existing columns stay"
	case d.desired.Kind == View:
		return NonBreaking, "its query changes, its columns stay"
	default:
		return NonBreaking, "its columns stay"
	}
}

// breaks says why a change of a column is breaking; empty if it is not.
func (c ColumnChange) breaks(impact []Impact) string {
	switch c.Action {
	case ColumnDropped:
		return fmt.Sprintf("column %s is dropped", c.Name) + readersIn(impact, c.Name)
	case ColumnRenamed:
		return fmt.Sprintf("column %s is renamed", c.From) + readersIn(impact, c.Name)
	case ColumnRetyped:
		if c.To != "" && ddl.Convert(c.From, c.To) == ddl.Lossless {
			return ""
		}
		return fmt.Sprintf("column %s gets a type that does not fit all values", c.Name) + readersIn(impact, c.Name)
	default:
		return ""
	}
}

// readersIn counts the nodes downstream that read a column, or any column.
func readersIn(impact []Impact, column string) string {
	nodes := map[string]bool{}
	for _, i := range impact {
		if column == "" || i.Of == column || i.Of == "" {
			nodes[i.Name] = true
		}
	}
	switch len(nodes) {
	case 0:
		return ""
	case 1:
		for name := range nodes {
			return "; " + name + " reads it"
		}
	}
	return fmt.Sprintf("; %d nodes read it, directly or indirectly", len(nodes))
}

// metadataReason says what changes about a node whose object stays the same.
func (n *nodeFacts) metadataReason() string {
	_, isInDoubt := n.inDoubt[n.id()]
	switch {
	case n.deployed == nil:
		return "the node is recorded"
	case isInDoubt && !n.textChanged():
		return "the result of an abandoned deploy is known now"
	case n.deployed.Fingerprints.Run != n.desired.Fingerprints.Run:
		return "load SQL or tests changed"
	case n.createChanged():
		return "its create SQL is written differently"
	case !n.textChanged() && n.deployed.isOver(n.in.Connection):
		return "it is reached over another connection"
	default:
		return "only descriptions or similar metadata changed"
	}
}
