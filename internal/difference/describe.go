package difference

import (
	"fmt"
	"strings"
)

// describe says what happens to a node in one line.
func (d *decision) describe() string {
	object := d.object()
	switch d.action {
	case Add:
		if d.desired.Kind == None {
			return "reads " + object
		}
		return fmt.Sprintf("make %s %s", d.kindName(), object)
	case Delete:
		return d.describeDelete()
	case Metadata:
		return "nothing in the warehouse: " + d.metadataReason()
	case Adopt:
		return fmt.Sprintf("take over %s, which is there already", object)
	case Recreate:
		if d.isElsewhere {
			return fmt.Sprintf("make %s %s, which was deployed elsewhere", d.kindName(), object)
		}
		return fmt.Sprintf("make %s %s again, which is gone", d.kindName(), object)
	case Rebuild:
		return fmt.Sprintf("make view %s again, because what it reads changes", object)
	default:
		return strings.Join(d.describeAlter(), ", ")
	}
}

// kindName names the kind of the object.
func (n *nodeFacts) kindName() string {
	if n.desired.Kind == Other {
		return strings.ToLower(n.node.Materialization)
	}
	return string(n.desired.Kind)
}

func (d *decision) describeDelete() string {
	why := "the project has no such node any more"
	if n, exists := d.in.Desired.Node(d.id()); exists && !n.DeployEnabled {
		why = "deploying it was switched off"
	}
	if len(d.steps) == 0 {
		return "forget " + d.object() + ": " + why
	}
	return fmt.Sprintf("drop %s %s: %s", d.deployed.Kind, d.object(), why)
}

// describeAlter says what is altered, the largest change first.
func (d *decision) describeAlter() []string {
	var parts []string
	object := d.object()
	if d.isRenamed() {
		parts = append(parts, fmt.Sprintf("rename %s to %s", d.qualified(d.source), object))
	}
	if d.changesKind() {
		parts = append(parts, fmt.Sprintf("make %s a %s instead of a %s", object, d.desired.Kind, kindOf(d.observed)))
	}
	for _, column := range d.columns {
		parts = append(parts, column.sentence())
	}
	switch {
	case d.copiesRows:
		parts = append(parts, fmt.Sprintf("make table %s anew and copy its rows", object))
	case len(parts) == 0 && providing(d.steps) == nil:
		parts = append(parts, "drop what a move to another database left behind")
	case len(parts) == 0:
		parts = append(parts, fmt.Sprintf("make %s %s anew", d.kindName(), object))
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
