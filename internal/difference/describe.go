package difference

import (
	"fmt"
	"strings"
)

// describe fills in what people read first: what happens, what it means, and who is concerned.
func (w *nodePlan) describe() {
	w.findImpact()
	w.change.Category, w.change.Reason = w.categorize()
	w.change.Description = w.sentence()
}

// sentence says what happens in one line.
func (w *nodePlan) sentence() string {
	c := &w.change
	switch c.Action {
	case Add:
		if w.after.Kind == None {
			return "reads " + c.Object
		}
		return fmt.Sprintf("make %s %s", w.kindWord(w.after.Kind), c.Object)
	case Delete:
		return w.deletion()
	case Metadata:
		return "nothing in the warehouse: " + w.metadataReason()
	case Adopt:
		return fmt.Sprintf("take over %s, which is there already", c.Object)
	case Recreate:
		if w.isDeployedElsewhere(w.before) {
			return fmt.Sprintf("make %s %s, which was deployed elsewhere", w.kindWord(w.after.Kind), c.Object)
		}
		return fmt.Sprintf("make %s %s again, which is gone", w.kindWord(w.after.Kind), c.Object)
	case Rebuild:
		return fmt.Sprintf("make view %s again, because what it reads changes", c.Object)
	default:
		return strings.Join(w.alterations(), ", ")
	}
}

func (w *nodePlan) kindWord(k Kind) string {
	if k == Other {
		return strings.ToLower(w.node.Materialization)
	}
	return string(k)
}

func (w *nodePlan) deletion() string {
	why := "the project has no such node any more"
	if n, still := w.Desired.Node(w.id()); still && !n.DeployEnabled {
		why = "deploying it was switched off"
	}
	if len(w.steps) == 0 {
		return "forget " + w.change.Object + ": " + why
	}
	return fmt.Sprintf("drop %s %s: %s", w.before.Kind, w.change.Object, why)
}

// alterations says what is altered, the largest first.
func (w *nodePlan) alterations() []string {
	var parts []string
	from, to := w.warehouse.qualified(w.origin), w.change.Object
	if w.warehouse.spotOf(w.origin) != w.warehouse.spotOf(w.goal()) {
		parts = append(parts, fmt.Sprintf("rename %s to %s", from, to))
	}
	if w.there != nil && kindOf(w.there) != w.after.Kind {
		parts = append(parts, fmt.Sprintf("make %s a %s instead of a %s", to, w.after.Kind, kindOf(w.there)))
	}
	for _, column := range w.change.Columns {
		parts = append(parts, column.sentence())
	}
	switch {
	case w.isCopied:
		parts = append(parts, fmt.Sprintf("make table %s anew and copy its rows", to))
	case len(parts) == 0 && w.gives == nil:
		parts = append(parts, "drop what a move to another database left behind")
	case len(parts) == 0 && w.after.Kind == View:
		parts = append(parts, fmt.Sprintf("make view %s anew", to))
	case len(parts) == 0:
		parts = append(parts, fmt.Sprintf("make %s %s anew", w.kindWord(w.after.Kind), to))
	}
	return parts
}

func (c ColumnChange) sentence() string {
	switch c.Action {
	case ColumnAdded:
		return fmt.Sprintf("add column %s", strings.TrimSpace(c.Name+" "+c.To))
	case ColumnDropped:
		return fmt.Sprintf("drop column %s", c.Name)
	case ColumnRenamed:
		return fmt.Sprintf("rename column %s to %s", c.From, c.To)
	case ColumnRetyped:
		if c.To == "" {
			return fmt.Sprintf("change the type of column %s from %s to what its query gives", c.Name, c.From)
		}
		return fmt.Sprintf("change the type of column %s from %s to %s", c.Name, c.From, c.To)
	case ColumnNullable:
		return fmt.Sprintf("make column %s %s", c.Name, c.To)
	default:
		if c.To == "" {
			return fmt.Sprintf("drop the default of column %s", c.Name)
		}
		return fmt.Sprintf("set the default of column %s to %s", c.Name, c.To)
	}
}
