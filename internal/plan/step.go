package plan

import (
	"strings"

	"github.com/millrace/millrace/internal/transform"
)

// A deploy may work on a node in several transactions. The one that completes the node has the node's id; the others have
// one of these words behind it.
const (
	DropStep  = "/drop"  // something has to be out of the way, or goes away at the end of a move
	LeftStep  = "/left"  // what a move left behind when it did not come to its end
	AsideStep = "/aside" // a table that another one takes the name of while it waits for its own
	AlterStep = "/alter" // of a node type that decides by itself in several phases
)

// NodeOf is the node that the step with this id works on.
func NodeOf(step transform.NodeID) transform.NodeID {
	for _, word := range []string{DropStep, LeftStep, AsideStep, AlterStep} {
		if node, isBeside := strings.CutSuffix(string(step), word); isBeside {
			return transform.NodeID(node)
		}
	}
	return step
}

// CountNodes is how many nodes the plan works on, each counted once.
func (p Plan) CountNodes() int {
	seen := make(map[transform.NodeID]bool, len(p.Nodes))
	for i := range p.Nodes {
		seen[NodeOf(p.Nodes[i].ID)] = true
	}
	return len(seen)
}
