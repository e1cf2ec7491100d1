package difference

import (
	"runtime"
	"sync"

	"github.com/millrace/millrace/internal/compiler"
)

// unchanged says, by position, which nodes are what they were when they were deployed, and are in the warehouse as they
// should. Nearly all of a project is, so this has to be fast: it reads no SQL and makes no state.
func (c *comparison) unchanged(nodes []*compiler.Node) []bool {
	same := make([]bool, len(nodes))
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		group.Go(func() {
			prints := newDigest()
			for i := worker; i < len(nodes); i += workers {
				same[i] = c.isUnchanged(nodes[i], prints)
			}
		})
	}
	group.Wait()
	return same
}

func (c *comparison) isUnchanged(n *compiler.Node, prints *hasher) bool {
	before, deployed := c.Stored[n.ID]
	if _, isDoubted := c.doubts[n.ID]; isDoubted {
		return false
	}
	if !deployed || before.IsDropped || len(before.Leftovers) > 0 || before.Object != n.Name || alwaysDeployed(n) || before.isOver(c.Connection) {
		return false
	}
	return before.Prints.Text == prints.text(c.Desired, n) && c.driftOf(&before, c.warehouse.find(before.ObjectRef())) == ""
}

func alwaysDeployed(n *compiler.Node) bool { return n.Type != nil && n.Type.Spec.AlwaysDeploy }
