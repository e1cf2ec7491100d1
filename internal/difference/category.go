package difference

import (
	"fmt"

	"github.com/millrace/millrace/internal/ddl"
)

// categorize says what a change means for those who read the node, and why.
func (w *nodePlan) categorize() (Category, string) {
	switch w.change.Action {
	case Metadata:
		return MetadataOnly, w.metadataReason()
	case Adopt:
		return MetadataOnly, "nothing happens to the object that is there"
	case Add:
		return NonBreaking, "nobody reads it yet"
	case Recreate:
		if w.isDeployedElsewhere(w.before) {
			return NonBreaking, "it is not in this warehouse; it has no rows until it is filled"
		}
		return NonBreaking, "it was gone; it has no rows until it is filled"
	case Rebuild:
		return NonBreaking, "it stays what it is"
	case Delete:
		return Breaking, "whoever reads it finds it gone" + w.readers("")
	default:
		return w.categorizeAlteration()
	}
}

func (w *nodePlan) categorizeAlteration() (Category, string) {
	if w.warehouse.spotOf(w.origin) != w.warehouse.spotOf(w.goal()) {
		return Breaking, "whoever reads it under its old name finds it gone"
	}
	if w.there != nil && kindOf(w.there) != w.after.Kind {
		return Breaking, fmt.Sprintf("it was a %s and becomes a %s", kindOf(w.there), w.after.Kind)
	}
	for _, column := range w.change.Columns {
		if reason := w.breaks(column); reason != "" {
			return Breaking, reason
		}
	}
	for _, d := range w.change.Destroys {
		if d.What == "table" {
			return Breaking, "its rows are gone until it is filled again"
		}
	}
	switch {
	case len(w.change.Columns) > 0:
		return NonBreaking, "every column that somebody may read stays"
	case w.after.Kind == View:
		return NonBreaking, "its query changes, its columns stay"
	default:
		return NonBreaking, "its columns stay"
	}
}

// breaks says why a change of a column is breaking; empty when it is not.
func (w *nodePlan) breaks(c ColumnChange) string {
	switch c.Action {
	case ColumnDropped:
		return fmt.Sprintf("column %s goes away", c.Name) + w.readers(c.Name)
	case ColumnRenamed:
		return fmt.Sprintf("column %s gets another name", c.From) + w.readers(c.Name)
	case ColumnRetyped:
		if c.To != "" && ddl.Convert(c.From, c.To) == ddl.Lossless {
			return ""
		}
		return fmt.Sprintf("column %s gets a type that holds other values", c.Name) + w.readers(c.Name)
	default:
		return ""
	}
}

// readers counts the nodes downstream that read a column, or any.
func (w *nodePlan) readers(column string) string {
	nodes := map[string]bool{}
	for _, i := range w.change.Impact {
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
	return fmt.Sprintf("; %d nodes read it, near or far", len(nodes))
}

// metadataReason says what changes about a node that stays the same object.
func (w *nodePlan) metadataReason() string {
	_, isDoubted := w.doubts[w.id()]
	switch {
	case w.before == nil:
		return "the node becomes known"
	case isDoubted && !w.isOtherText():
		return "what a deploy that was given up left of it is known now"
	case w.before.Prints.Run != w.after.Prints.Run:
		return "how it is filled changes"
	case w.before.Prints.Create != w.after.Prints.Create:
		return "its SQL is written in another way"
	case w.before.Prints.Text == w.after.Prints.Text && w.before.isOver(w.Connection):
		return "it is reached over another connection"
	default:
		return "only descriptions and the like change"
	}
}
