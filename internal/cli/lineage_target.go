package cli

import (
	"strings"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
)

// target is the node or column to trace.
type target struct {
	node   *compiler.Node
	column *transform.Column // nil for the node as a whole
}

// findTarget reads NODE or NODE.COLUMN. Names may contain dots, so it tries every way to split the text: first all of
// it as a node, then with ever longer columns.
func findTarget(compiled *compiler.Compilation, text string) (target, error) {
	if nodes := compiled.Find(text); len(nodes) > 0 {
		return onlyOne(text, asTargets(nodes, nil))
	}
	for at := len(text) - 1; at > 0; at-- {
		if text[at] != '.' {
			continue
		}
		nodes := compiled.Find(text[:at])
		if len(nodes) == 0 {
			continue
		}
		found := withColumn(nodes, text[at+1:])
		if len(found) == 0 {
			return target{}, noColumn(nodes, text[at+1:])
		}
		return onlyOne(text, found)
	}
	return target{}, noNode(compiled, text)
}

func asTargets(nodes []*compiler.Node, column *transform.Column) []target {
	targets := make([]target, len(nodes))
	for i, n := range nodes {
		targets[i] = target{n, column}
	}
	return targets
}

// withColumn returns the nodes that have the column. A name in another case counts only if no name is equal.
func withColumn(nodes []*compiler.Node, name string) []target {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		var found []target
		for _, n := range nodes {
			for i := range n.Columns {
				if same(n.Columns[i].Name, name) {
					found = append(found, target{n, &n.Columns[i]})
				}
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

func onlyOne(text string, found []target) (target, error) {
	if len(found) == 1 {
		return found[0], nil
	}
	names := make([]string, len(found))
	for i, t := range found {
		names[i] = t.String()
	}
	return target{}, fault.New(fault.Conflict, "%s is ambiguous: %s", text, strings.Join(names, " or ")).
		WithHint("Add the location.")
}

// String returns LOCATION.NAME, with the column if there is one.
func (t target) String() string {
	if t.column == nil {
		return t.node.Ref().String()
	}
	return t.node.Ref().String() + "." + t.column.Name
}

func noNode(compiled *compiler.Compilation, text string) error {
	var names []string
	for _, n := range compiled.Nodes() {
		names = append(names, n.Name, n.Ref().String())
	}
	err := fault.New(fault.NotFound, "node %s does not exist", text)
	head, _, _ := strings.Cut(text, ".")
	for _, word := range []string{text, head} {
		if near, ok := diagnostic.Nearest(word, names); ok {
			return err.WithHint("Did you mean %s?", near)
		}
	}
	return err.WithHint("List the nodes with `millrace graph`.")
}

func noColumn(nodes []*compiler.Node, name string) error {
	var names []string
	for _, n := range nodes {
		for _, c := range n.Columns {
			names = append(names, c.Name)
		}
	}
	err := fault.New(fault.NotFound, "%s has no column %s", nodes[0].Ref(), name)
	if near, ok := diagnostic.Nearest(name, names); ok {
		return err.WithHint("Did you mean %s?", near)
	}
	if len(names) == 0 {
		return err.WithHint("None of its columns is known; run `millrace validate` to see why, or trace the whole node with `millrace lineage %s`.", nodes[0].Ref())
	}
	return err.WithHint("Its columns are %s.", strings.Join(names[:min(len(names), 12)], ", "))
}
