package difference

import (
	"runtime"
	"sync"

	"github.com/millrace/millrace/internal/compiler"
)

// unchanged reports, by position, which nodes are as they were deployed and have an object without drift. It has to be fast,
// because nearly all nodes of a project are unchanged: it reads no SQL and builds no state.
func (f *facts) unchanged(nodes []*compiler.Node) []bool {
	same := make([]bool, len(nodes))
	var group sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for worker := range workers {
		group.Go(func() {
			h := newHasher()
			for i := worker; i < len(nodes); i += workers {
				same[i] = f.isUnchanged(nodes[i], h)
			}
		})
	}
	group.Wait()
	return same
}

func (f *facts) isUnchanged(n *compiler.Node, h *hasher) bool {
	deployed, ok := f.stored[n.ID]
	if _, isInDoubt := f.inDoubt[n.ID]; isInDoubt {
		return false
	}
	if !ok || deployed.IsDropped || len(deployed.Leftovers) > 0 || deployed.Object != n.Name || alwaysDeployed(n) || deployed.isOver(f.in.Connection) {
		return false
	}
	return deployed.Fingerprints.Text == h.text(f.in.Desired, n) && f.driftOf(&deployed, f.find(deployed.ObjectRef())) == ""
}

func alwaysDeployed(n *compiler.Node) bool { return n.Type != nil && n.Type.Spec.AlwaysDeploy }
