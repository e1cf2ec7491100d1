package plan

import (
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// A deployment may change a node in several transactions. The step that completes the node has the node's id; the others add one
// of these suffixes, which are stored.
const (
	DropStep  = "/drop"  // drops an object before another step needs its name, or at the end of a move
	LeftStep  = "/left"  // drops a leftover of an unfinished move
	AsideStep = "/aside" // renames a displaced table to a temporary name
	AlterStep = "/alter" // of a node type with a template of its own for changes
)

// NodeOf returns the node of a step.
func NodeOf(step transform.NodeID) transform.NodeID {
	for _, suffix := range []string{DropStep, LeftStep, AsideStep, AlterStep} {
		if node, hasSuffix := strings.CutSuffix(string(step), suffix); hasSuffix {
			return transform.NodeID(node)
		}
	}
	return step
}

// CountNodes returns the number of nodes in the plan, each counted once.
func (p Plan) CountNodes() int {
	seen := make(map[transform.NodeID]bool, len(p.Nodes))
	for i := range p.Nodes {
		seen[NodeOf(p.Nodes[i].ID)] = true
	}
	return len(seen)
}
