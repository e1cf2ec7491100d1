package difference

import (
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// Compare finds out what has to happen.
func Compare(in Input) *Result {
	words := in.Desired.Renderer.Dialect()
	c := &comparison{Input: in, warehouse: newWarehouse(words, in.Observed), byID: map[transform.NodeID]*nodePlan{}}
	c.findHeld()
	c.resolveInDoubtStates()
	c.findDisplaced()
	c.decideAll()
	c.rebuildViews()
	c.linkSteps()
	return c.report()
}

// comparison is the work on one Result.
type comparison struct {
	Input

	warehouse  *catalog
	works      []*nodePlan // of the nodes that something happens to, in the order of the project, then what is deleted
	byID       map[transform.NodeID]*nodePlan
	steps      []*step                               // in the order of the plan
	united     map[transform.NodeID]transform.NodeID // by the id of a step: that of the one that it is part of; see unite
	drift      []Drift
	issues     Issues
	dropped    map[objectKey]bool              // see isDropped
	viewed     map[objectKey][]*nodePlan       // see readByViews
	deployedAt map[objectKey]transform.NodeID  // see occupants
	leftAt     map[objectKey]transform.NodeID  // see leavers
	asides     map[transform.NodeID]bool       // see findDisplaced
	takings    []nameReuse                     // see orderNameReuse
	queries    []string                        // see chosenType
	nodes      []*compiler.Node                // of the project
	same       []bool                          // by position in nodes, see unchanged
	stays      map[transform.NodeID]bool       // see staysFor
	doubts     map[transform.NodeID]candidates // see resolveInDoubtStates
	heldAt     map[objectKey]string            // see findHeld
}

// decideAll decides about every node of the project and every node that is deployed.
func (c *comparison) decideAll() {
	c.nodes = c.Desired.Nodes()
	c.same = c.unchanged(c.nodes)
	for i, n := range c.nodes {
		if n.DeployEnabled && !c.same[i] {
			c.decide(n)
		}
	}
	gone := make([]transform.NodeID, 0)
	for id := range c.Stored {
		if n, still := c.Desired.Node(id); !still || !n.DeployEnabled {
			gone = append(gone, id)
		}
	}
	slices.Sort(gone)
	for _, id := range gone {
		c.delete(id)
	}
}

// stored gives the state of a node, nil when it is not deployed.
func (c *comparison) stored(id transform.NodeID) *State {
	if state, ok := c.Stored[id]; ok {
		return &state
	}
	return nil
}

// keep takes a node's work into the result, if there is any.
func (c *comparison) keep(w *nodePlan) {
	if w.change.Action == "" && len(w.states) == 0 {
		return
	}
	c.works = append(c.works, w)
	c.byID[w.id()] = w
}

// newWork begins the work on a node of the project.
func (c *comparison) newWork(n *compiler.Node) *nodePlan {
	after := StateOf(c.Desired, n)
	after.Snapshot, after.Connection, after.Drop = c.Snapshot, c.Connection, dropping(c.Desired, n)
	w := &nodePlan{comparison: c, node: n, before: c.stored(n.ID), after: &after}
	w.change = Change{
		Node: n.ID, Name: n.Name, Location: n.Location, Type: after.Type, Object: c.warehouse.qualified(after.ObjectRef()),
	}
	return w
}
