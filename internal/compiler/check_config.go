package compiler

import (
	"fmt"
	"strings"
	"sync"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/nodetype"
	"github.com/millrace/millrace/internal/transform"
)

// panels caches the options panel of each node type, with its conditions compiled.
type panels struct {
	mutex  sync.Mutex
	byType map[*transform.NodeType]*nodetype.Panel
}

func newPanels() *panels { return &panels{byType: map[*transform.NodeType]*nodetype.Panel{}} }

func (p *panels) of(t *transform.NodeType) *nodetype.Panel {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	panel, ok := p.byType[t]
	if !ok {
		panel = nodetype.NewPanel(&t.Spec)
		p.byType[t] = panel
	}
	return panel
}

// checkConfig reports options that the node's type requires and the node does not set, values that are not among the
// options, and conditions of the panel that fail.
func (c *Compilation) checkConfig(n *Node) {
	if n.Type == nil || len(n.Type.Spec.Groups) == 0 {
		return
	}
	elements, problems := c.panels.of(n.Type).Elements(c.Renderer.Variables(n.Node))
	for _, p := range problems {
		n.reportOfType(stepCheck, diagnostic.Diagnostic{
			Code: diagnostic.EnableIfFailed, Severity: diagnostic.Warning,
			Message: fmt.Sprintf("node type %s: %s", n.Type.Name, p.Message), Hint: p.Hint,
		}.At(n.Type.File, nodetype.PositionInFile(n.Type.SpecAt, p.At)))
	}
	for _, item := range nodetype.Missing(n.Node, elements) {
		n.report(stepCheck, diagnostic.Diagnostic{
			Code: diagnostic.ConfigRequired, Severity: diagnostic.Error,
			Message: fmt.Sprintf("node type %s requires %s, which is not set", n.Type.Name, itemName(item)),
			Hint:    howToSet(item),
		})
	}
	for _, wrong := range nodetype.WrongOptions(n.Node, elements) {
		n.report(stepCheck, diagnostic.Diagnostic{
			Code: diagnostic.ConfigOption, Severity: diagnostic.Warning,
			Message: fmt.Sprintf("%s is %q, which is not one of its options", itemName(wrong.Item), wrong.Value),
			Hint:    "use one of " + strings.Join(wrong.Item.Options, ", "),
		})
	}
}

// Options returns the elements of the options panel of a node's type, in the order of their groups, with their state for
// the node.
func (c *Compilation) Options(n *Node) []nodetype.Element {
	if n.Type == nil {
		return nil
	}
	elements, _ := c.panels.of(n.Type).Elements(c.Renderer.Variables(n.Node))
	return elements
}

// itemName returns the name under which a user finds an element of the panel. Elements that choose columns may have no
// attribute.
func itemName(item *transform.Item) string {
	switch {
	case item.Attribute == "" && item.DisplayName == "":
		return string(item.Type)
	case item.Attribute == "":
		return item.DisplayName
	case item.DisplayName == "" || item.DisplayName == item.Attribute:
		return item.Attribute
	default:
		return fmt.Sprintf("%s (%s)", item.DisplayName, item.Attribute)
	}
}

// howToSet returns the hint that says which key to set so that an element has a value.
func howToSet(item *transform.Item) string {
	switch item.Type {
	case transform.BusinessKeyColumns:
		return "set isBusinessKey in one or more columns"
	case transform.ChangeTrackingColumns:
		return "set isChangeTracking in one or more columns"
	case transform.ColumnSelector:
		return fmt.Sprintf("set %s in one or more columns", item.Attribute)
	case transform.MaterializationSelector:
		return "set materializationType in the node"
	default:
		return fmt.Sprintf("set %s in the node", item.Attribute)
	}
}
