package difference

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// findAsides finds the nodes that have to step aside: those that move while another node takes the name that they had. They
// give it up before anything else happens to them, so that nodes can take each other's names, in a circle too, whatever they
// read.
func (c *comparison) findAsides() {
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
	return !deployed || before.IsDropped || c.isAway(&before) || before.Object != n.Name || before.Place != placeOf(c.Desired, n)
}

// stepAside gives a table the name that nobody has. Should the deploy end there, that name is what is known of it.
func (w *work) stepAside() {
	if !w.asides[w.id()] || w.there == nil || w.there.IsView || w.before == nil || w.before.HasParts || w.isAway(w.before) {
		return
	}
	if w.before.isItsOwn() || w.after.isItsOwn() {
		return
	}
	s := w.step(AlterPhase, asideSuffix, w.at)
	s.script.add("Set the table aside", w.warehouse.words.RenameTable(w.warehouse.qualified(w.at), w.asideName()))
	between := *w.before
	between.Object = w.asideName()
	w.becomes(&between, s)
	w.at.Name = w.asideName()
	w.frees = s
}

// isItsOwn reports whether only the template knows what becomes of the object: it is of a type that decides by itself, or not
// known to be a table or a view.
func (s *State) isItsOwn() bool { return s.Strategy == transform.DeployAdvanced || s.Kind == Other }
