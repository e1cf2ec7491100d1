package difference

import (
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ddl"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/sqltext"
	"github.com/millrace/millrace/internal/transform"
)

// nodeFacts are the facts about one node.
type nodeFacts struct {
	*facts

	node     *compiler.Node   // nil if the node is to be deleted
	deployed *State           // nil if it is not deployed
	desired  *State           // nil if it is to be deleted
	observed *engine.Relation // its object in the catalog; nil if there is none
	source   ObjectRef        // where the object is now
	// start is where the object is when the step begins that completes the node: at the source, or under a temporary name.
	start       ObjectRef
	isElsewhere bool   // see isDeployedElsewhere
	drift       string // how the catalog differs from the deployed state; empty if it does not, or that does not matter
}

// nodeFacts builds the facts about a node of the project. It finds its object where it was deployed, else at its target.
func (f *facts) nodeFacts(of *compiler.Node) *nodeFacts {
	desired := StateOf(f.in.Desired, of)
	desired.Snapshot, desired.Connection, desired.Drop = f.in.Snapshot, f.in.Connection, dropTemplate(f.in.Desired, of)
	n := &nodeFacts{facts: f, node: of, deployed: f.state(of.ID), desired: &desired}
	n.isElsewhere = f.isDeployedElsewhere(n.deployed)
	n.source = n.target()
	if n.deployed != nil && !n.isElsewhere && !n.deployed.IsDropped {
		at := n.deployed.ObjectRef()
		n.observed = f.find(at)
		n.drift = f.driftOf(n.deployed, n.observed)
		if n.observed != nil || n.isOccupied(n.target()) {
			n.source = at
		}
	}
	if n.observed == nil && !n.isOccupied(n.target()) {
		n.observed = f.find(n.target())
	}
	n.start = n.source
	if n.isRenamedFirst() {
		n.start.Name = n.temporaryName()
	}
	return n
}

// removedFacts builds the facts about a deployed node that is to be deleted.
func (f *facts) removedFacts(id transform.NodeID) *nodeFacts {
	n := &nodeFacts{facts: f, deployed: f.state(id)}
	n.source = n.deployed.ObjectRef()
	n.start, n.isElsewhere = n.source, f.isDeployedElsewhere(n.deployed)
	if n.deployed.IsDropped || n.isElsewhere {
		return n
	}
	n.observed = f.find(n.source)
	if n.observed == nil && len(n.deployed.Leftovers) == 0 && n.deployed.Strategy != transform.DeployAdvanced {
		n.drift = f.driftOf(n.deployed, nil)
	}
	return n
}

func (n *nodeFacts) id() transform.NodeID {
	if n.node != nil {
		return n.node.ID
	}
	return n.deployed.ID
}

// mainState returns the desired state, or the deployed one of a node that is to be deleted.
func (n *nodeFacts) mainState() *State {
	if n.desired != nil {
		return n.desired
	}
	return n.deployed
}

// ref returns the name of the node: LOCATION.NAME.
func (n *nodeFacts) ref() transform.NodeRef {
	s := n.mainState()
	return transform.NodeRef{Location: s.Location, Name: s.Name}
}

// object returns the qualified name that the object will have, or has if the node is to be deleted.
func (n *nodeFacts) object() string { return n.qualified(n.mainState().ObjectRef()) }

// target is where the object will be.
func (n *nodeFacts) target() ObjectRef { return n.desired.ObjectRef() }

// isOccupied reports whether another deployed node has its object or a leftover at a location.
func (n *nodeFacts) isOccupied(at ObjectRef) bool {
	owner, isTaken := n.deployedAt[n.keyOf(at)]
	leaver, isLeft := n.leftoverAt[n.keyOf(at)]
	return isTaken && owner != n.id() || isLeft && leaver != n.id()
}

// isMoved reports whether the object gets another name or schema.
func (n *nodeFacts) isMoved() bool { return !n.isSameObject(n.start, n.target()) }

// isRenamed reports the same, for readers of the node: a temporary name does not count.
func (n *nodeFacts) isRenamed() bool { return !n.isSameObject(n.source, n.target()) }

// changesDatabase reports whether the object moves to another database.
func (n *nodeFacts) changesDatabase() bool {
	return !n.sameDatabase(n.start.Schema, n.target().Schema)
}

// changesKind reports whether a table becomes a view, or the reverse.
func (n *nodeFacts) changesKind() bool {
	return n.observed != nil && kindOf(n.observed) != n.desired.Kind
}

// isRenamedFirst reports whether the table of a displaced node gets a temporary name. A table with indexes or constraints
// does not, nor does an object that only its template can change.
func (n *nodeFacts) isRenamedFirst() bool {
	if !n.displaced[n.id()] || n.observed == nil || n.observed.IsView || n.deployed == nil || n.deployed.HasParts || n.isElsewhere {
		return false
	}
	return !n.isTemplateManaged()
}

// isTemplateManaged reports whether only a template knows what happens to the object, now or when it was deployed.
func (n *nodeFacts) isTemplateManaged() bool {
	return n.deployed != nil && n.deployed.isTemplateManaged() || n.desired != nil && n.desired.isTemplateManaged()
}

// isTemplateManaged reports whether only the template knows what happens to the object: its type decides by itself, or the
// object is not known to be a table or a view.
func (s *State) isTemplateManaged() bool {
	return s.Strategy == transform.DeployAdvanced || s.Kind == Other
}

// hasParts reports whether the table has indexes or constraints, or gets some.
func (n *nodeFacts) hasParts() bool {
	return n.desired.HasParts || n.deployed != nil && n.deployed.HasParts
}

// isAmbiguous reports whether the catalog fits several states of a deploy that was abandoned.
func (n *nodeFacts) isAmbiguous() bool { return len(n.inDoubt[n.id()]) > 1 }

// textChanged reports whether the definition of the node differs from the deployed one.
func (n *nodeFacts) textChanged() bool {
	return n.deployed == nil || n.deployed.Fingerprints.Text != n.desired.Fingerprints.Text
}

// createChanged reports whether the create SQL of a deployed node differs, other than in comments and white space.
func (n *nodeFacts) createChanged() bool {
	return n.deployed.Fingerprints.Create != n.desired.Fingerprints.Create
}

// stateChanged reports whether the stored state has to be replaced.
func (n *nodeFacts) stateChanged() bool {
	_, isInDoubt := n.inDoubt[n.id()]
	return isInDoubt || n.textChanged() || n.deployed.isOver(n.in.Connection)
}

// hasDrift reports whether the object that was found differs from the deployed state.
func (n *nodeFacts) hasDrift() bool { return n.driftOf(n.deployed, n.observed) != "" }

// temporaryName is short, because engines truncate long names, and the same for a node in every plan.
func (n *nodeFacts) temporaryName() string {
	h := newHasher()
	h.texts(string(n.id()))
	return "mr_old_" + h.String()[:12]
}

// templateStatements returns the statements of the create template.
func (n *nodeFacts) templateStatements() []string {
	var list []string
	for i := range n.node.Create.Stages {
		list = append(list, statementsOf(&n.node.Create.Stages[i])...)
	}
	return list
}

// insertsRows reports whether the create template inserts rows into the table that it creates.
func (n *nodeFacts) insertsRows() bool {
	if n.node.Type != nil && n.node.Type.IsBuiltIn && !n.node.OverrideSQL {
		return false // the library creates empty tables
	}
	name := sqltext.Canonical(n.object())
	return slices.ContainsFunc(n.templateStatements(), func(statement string) bool { return ddl.InsertsRows(statement, name) })
}

// readsUnchanged reports whether nothing that a node reads changes, so that the engine can describe its query. A view is
// unchanged if what it reads is.
func (f *facts) readsUnchanged(id transform.NodeID, seen map[transform.NodeID]bool) bool {
	seen[id] = true
	for _, key := range f.in.Desired.Graph.Upstream(string(id)) {
		up := transform.NodeID(key)
		if _, exists := f.in.Desired.Node(up); !exists || f.changing[up] {
			return false
		}
		if f.stored[up].Kind == View && !seen[up] && !f.readsUnchanged(up, seen) {
			return false
		}
	}
	return true
}
