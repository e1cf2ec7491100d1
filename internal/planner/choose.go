package planner

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/selector"
	"github.com/millrace/millrace/internal/transform"
)

// choose returns the ids of the nodes that a request selects.
func choose(c *compiler.Compilation, r Request) (map[string]bool, []selector.Warning, error) {
	picked, warnings, err := c.Select(r.Include, r.Exclude)
	if err != nil {
		return nil, warnings, SelectorFault(err)
	}
	warnings = append(warnings, picked.Warnings...)
	chosen := make(map[string]bool, len(picked.IDs))
	for _, id := range picked.IDs {
		n, ok := c.Node(transform.NodeID(id))
		if ok && n.DeployEnabled && (r.Only == nil || r.Only(n.ID)) {
			chosen[id] = true
		}
	}
	if len(chosen) == 0 {
		return nil, warnings, nothingChosen(c, r, warnings)
	}
	return chosen, warnings, nil
}

// Selected returns the ids of the nodes that a request selects, ascending.
func Selected(c *compiler.Compilation, r Request) ([]transform.NodeID, error) {
	chosen, _, err := choose(c, r)
	nodes := make([]transform.NodeID, 0, len(chosen))
	for _, id := range slices.Sorted(maps.Keys(chosen)) {
		nodes = append(nodes, transform.NodeID(id))
	}
	return nodes, err
}

// SelectorFault returns the fault for a selector that does not parse.
func SelectorFault(err error) error {
	hint := "Use a selector such as { name: ORDERS }+ or { location: STG } OR { nodeType: Fact }."
	if syntax, ok := errors.AsType[*selector.SyntaxError](err); ok && syntax.Hint != "" {
		hint = syntax.Hint
	}
	return fault.Wrap(err, fault.Invalid, "invalid selector: %s", err.Error()).WithHint("%s", hint)
}

func nothingChosen(c *compiler.Compilation, r Request, warnings []selector.Warning) error {
	if len(c.Nodes()) == 0 {
		return fault.New(fault.Invalid, "the project has no nodes").WithHint("Add a node to its nodes folder.")
	}
	message := "the selectors match no node"
	if r.Include == "" && r.Exclude == "" {
		message = "no nodes to run"
	}
	text := make([]string, len(warnings))
	for i, w := range warnings {
		text[i] = "; " + w.Text
	}
	return fault.New(fault.Invalid, "%s", message+strings.Join(text, "")).WithHint("Check the names of the nodes, or omit the selectors to run all nodes.")
}

// brokenFault returns the fault for a selected node with errors.
func brokenFault(c *compiler.Compilation, n *compiler.Node) error {
	text := "its SQL cannot be rendered"
	for _, d := range c.Diagnostics {
		if d.File == n.File && d.Severity == diagnostic.Error {
			text = d.Message
			break
		}
	}
	return fault.New(fault.Invalid, "node %s cannot run: %s", n.Ref(), text).
		WithHint("Fix it, or exclude it with excludeNodesSelector.")
}

func cycleFault(names []string) error {
	return fault.New(fault.Invalid, "nodes depend on each other: %s", strings.Join(names, " → ")).
		WithHint("Remove one of these references.")
}
