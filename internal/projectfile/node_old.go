package projectfile

import (
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/yamldoc"
)

// modernize returns the root of a node's file in the current form. The first form has the node under steps, with its name and id
// as the key:
//
//	steps:
//	  STG_ORDERS-116:
//	    operation: …
//	    stepCounter: "116"
//
// The nodes of the tree keep their positions.
func modernize(root *yamldoc.Node) (modern *yamldoc.Node, wasOld bool) {
	steps := root.Get("steps")
	if steps == nil || root.Get("operation") != nil || steps.Kind != yamldoc.Mapping {
		return root, false
	}
	for step := range steps.Children() {
		operation := step.Get("operation")
		if operation.Get("type") == nil {
			return root, false
		}
		modern = yamldoc.NewMapping()
		modern.Line, modern.Column = step.Line, step.Column
		modern.Set("fileVersion", yamldoc.From(1))
		name, id := splitStep(step.Key)
		if counter := step.Get("stepCounter"); counter != nil {
			id = counter.Value
		}
		modern.Set("id", at(yamldoc.Text(id), step))
		if stated := operation.Get("name"); stated != nil {
			modern.Set("name", stated.Copy())
		} else {
			modern.Set("name", at(yamldoc.Text(name), step))
		}
		modern.Set("operation", operation.Copy())
		modern.Set("type", yamldoc.Text("Node"))
		return modern, true
	}
	return root, false
}

// splitStep splits the key of a node into its name and its id.
func splitStep(key string) (name, id string) {
	i := strings.LastIndexByte(key, '-')
	if i < 0 {
		return key, key
	}
	return key[:i], key[i+1:]
}

// at sets the position of a value that the key of an entry states.
func at(n, entry *yamldoc.Node) *yamldoc.Node {
	n.Line, n.Column = entry.KeyLine, entry.KeyColumn
	return n
}

// checkSteps reports the nodes of a file in the first form that are not read: a file is one node.
func (r *reader) checkSteps(root *yamldoc.Node) {
	first := true
	for step := range root.Get("steps").Children() {
		if !first {
			r.err(keyOf(step), finding{
				code:    diagnostic.YAMLShape,
				message: "the file has a second node, " + step.Key + ", which is not read",
				hint:    "move it to a file of its own",
			})
		}
		first = false
	}
}
