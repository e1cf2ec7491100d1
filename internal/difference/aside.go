package difference

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// findDisplaced finds the nodes that have to step aside: those that move while another node takes the name that they had. They
// give it up before anything else happens to them, so that nodes can take each other's names, in a circle too, whatever they
// read.
func (c *comparison) findDisplaced() {
	c.asides = map[transform.NodeID]bool{}
	for _, n := range c.Desired.Nodes() {
		if !n.DeployEnabled || !c.isMoving(n) {
			continue
		}
		owner, taken := c.occupants()[c.warehouse.spot(placeOf(c.Desired, n), n.Name)]
		if !taken || owner == n.ID {
			continue
		}
		if other, still := c.Desired.Node(owner); still && other.DeployEnabled && c.isMoving(other) {
			c.asides[owner] = true
		}
	}
}

// isMoving reports whether the object of a node is not yet where it will be.
func (c *comparison) isMoving(n *compiler.Node) bool {
	before, deployed := c.Stored[n.ID]
	return !deployed || before.IsDropped || c.isDeployedElsewhere(&before) || before.Object != n.Name || before.Place != placeOf(c.Desired, n)
}

// renameToTemporary gives a table the name that nobody has. Should the deploy end there, that name is what is known of it.
func (w *nodePlan) renameToTemporary() {
	if !w.asides[w.id()] || w.there == nil || w.there.IsView || w.before == nil || w.before.HasParts || w.isDeployedElsewhere(w.before) {
		return
	}
	if w.before.isTemplateManaged() || w.after.isTemplateManaged() {
		return
	}
	s := w.step(AlterPhase, asideSuffix, w.at)
	s.script.add("Set the table aside", w.warehouse.words.RenameTable(w.warehouse.qualified(w.at), w.asideName()))
	between := *w.before
	between.Object = w.asideName()
	w.setStateAfter(&between, s)
	w.at.Name = w.asideName()
	w.frees = s
}

// isTemplateManaged reports whether only the template knows what becomes of the object: it is of a type that decides by itself, or not
// known to be a table or a view.
func (s *State) isTemplateManaged() bool {
	return s.Strategy == transform.DeployAdvanced || s.Kind == Other
}
