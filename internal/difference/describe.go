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
		return fmt.Sprintf("create %s %s", d.kindName(), object)
	case Delete:
		return d.describeDelete()
	case Metadata:
		return d.metadataReason() + "; no DDL"
	case Adopt:
		return fmt.Sprintf("adopt %s, which exists already", object)
	case Recreate:
		if d.isElsewhere {
			return fmt.Sprintf("create %s %s, which was deployed elsewhere", d.kindName(), object)
		}
		return fmt.Sprintf("recreate %s %s, which is missing", d.kindName(), object)
	case Rebuild:
		return fmt.Sprintf("recreate view %s, because something that it reads changes", object)
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
	why := "the node is no longer in the project"
	if n, exists := d.in.Desired.Node(d.id()); exists && !n.DeployEnabled {
		why = "deploying the node is disabled"
	}
	if len(d.steps) == 0 {
		return "delete the stored state of " + d.object() + ": " + why
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
		parts = append(parts, fmt.Sprintf("change %s from a %s to a %s", object, kindOf(d.observed), d.desired.Kind))
	}
	for _, column := range d.columns {
		parts = append(parts, column.sentence())
	}
	switch {
	case d.copiesRows:
		parts = append(parts, fmt.Sprintf("rebuild table %s, keeping its rows", object))
	case len(parts) == 0 && providing(d.steps) == nil:
		parts = append(parts, "drop the leftovers of a move to another database")
	case len(parts) == 0:
		parts = append(parts, fmt.Sprintf("recreate %s %s", d.kindName(), object))
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
			return fmt.Sprintf("change the type of column %s from %s to the type that its query returns", c.Name, c.From)
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
