package difference

import (
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/transform"
)

// facts are what the decisions are made from. newFacts builds them once; nothing changes them afterwards. Unchanged nodes
// are in the catalog and in stored, and have no other facts, because nearly all nodes of a large project are unchanged.
type facts struct {
	*catalog

	in      Input
	stored  map[transform.NodeID]State   // the deployed nodes; states in doubt are resolved
	inDoubt map[transform.NodeID][]State // by node in doubt: the candidates that fit the catalog
	changed []*compiler.Node             // the deployed nodes of the project that may change, in its order
	removed []transform.NodeID           // the deployed nodes that the project does not deploy any more, sorted
	// changing contains the nodes of changed that create an object.
	changing   map[transform.NodeID]bool
	deployedAt map[objectKey]transform.NodeID // where the objects of deployed nodes are
	leftoverAt map[objectKey]transform.NodeID // where deployed nodes have leftovers
	foreignAt  map[objectKey]string           // the environments that deployed the objects of Input.Others
	displaced  map[transform.NodeID]bool      // see findDisplaced
}

func newFacts(in Input) *facts {
	f := &facts{catalog: newCatalog(in.Desired.Renderer.Dialect(), in.Observed), in: in, stored: in.Stored}
	f.foreignAt = make(map[objectKey]string, len(in.Others))
	for _, other := range in.Others {
		f.foreignAt[f.foreignKey(other.At)] = other.Environment
	}
	f.resolveInDoubtStates()
	f.findChanged()
	f.findRemoved()
	f.indexDeployed()
	f.findDisplaced()
	return f
}

// findChanged finds the nodes that differ from what was deployed, or whose object does.
func (f *facts) findChanged() {
	f.changing = map[transform.NodeID]bool{}
	nodes := f.in.Desired.Nodes()
	for i, isSame := range f.unchanged(nodes) {
		if n := nodes[i]; !isSame && n.DeployEnabled {
			f.changed = append(f.changed, n)
			if hasObject(n) {
				f.changing[n.ID] = true
			}
		}
	}
}

func (f *facts) findRemoved() {
	for id := range f.stored {
		if n, exists := f.in.Desired.Node(id); !exists || !n.DeployEnabled {
			f.removed = append(f.removed, id)
		}
	}
	slices.Sort(f.removed)
}

// indexDeployed finds where deployed nodes have objects and leftovers. Without changes nothing asks for that.
func (f *facts) indexDeployed() {
	f.leftoverAt = map[objectKey]transform.NodeID{}
	if len(f.changed) == 0 && len(f.removed) == 0 {
		return
	}
	f.deployedAt = make(map[objectKey]transform.NodeID, len(f.stored))
	for id, state := range f.stored {
		if f.isDeployedElsewhere(&state) {
			continue
		}
		if state.Kind != None && !state.IsDropped {
			f.deployedAt[f.keyOf(state.ObjectRef())] = id
		}
		for _, leftover := range state.Leftovers {
			f.leftoverAt[f.keyOf(leftover)] = id
		}
	}
}

// findDisplaced finds the nodes that move while another node takes the name that they had. Displaced nodes get a temporary
// name first, so that nodes can swap names, whatever they read.
func (f *facts) findDisplaced() {
	f.displaced = map[transform.NodeID]bool{}
	for _, n := range f.changed {
		if !f.isMoving(n) {
			continue
		}
		owner, taken := f.deployedAt[f.key(schemaOf(f.in.Desired, n), n.Name)]
		if !taken || owner == n.ID {
			continue
		}
		if other, exists := f.in.Desired.Node(owner); exists && other.DeployEnabled && f.isMoving(other) {
			f.displaced[owner] = true
		}
	}
}

// isMoving reports whether the object of a node is not yet at its target.
func (f *facts) isMoving(n *compiler.Node) bool {
	deployed, ok := f.stored[n.ID]
	return !ok || deployed.IsDropped || f.isDeployedElsewhere(&deployed) || deployed.Object != n.Name || deployed.Schema != schemaOf(f.in.Desired, n)
}

// state returns the state of a node, nil if it is not deployed.
func (f *facts) state(id transform.NodeID) *State {
	if state, ok := f.stored[id]; ok {
		return &state
	}
	return nil
}

// isDeployedElsewhere reports whether the stored object is out of reach or shared: deployed over another connection, in a
// schema that the engine cannot have, or also deployed by another environment. A relation of that name here may be
// unrelated, so the plan neither drops nor moves it because of the stored state.
func (f *facts) isDeployedElsewhere(s *State) bool {
	if s == nil || s.Kind == None {
		return false
	}
	_, isRefused := f.in.Observed.Refused[s.Schema]
	return isRefused || s.isOver(f.in.Connection) || f.foreignOwner(s.ObjectRef()) != ""
}

// isOver reports whether the node was deployed over another connection. It is false for states of earlier versions, which do
// not contain the connection.
func (s *State) isOver(connection string) bool {
	return s.Connection != "" && connection != "" && s.Connection != connection
}

// foreignOwner returns the other environment that deployed an object, empty if none did.
func (f *facts) foreignOwner(at ObjectRef) string {
	if len(f.foreignAt) == 0 {
		return ""
	}
	return f.foreignAt[f.foreignKey(at)]
}

// foreignKey is the key of an object for all environments of a connection: one may write the database that another omits.
func (f *facts) foreignKey(at ObjectRef) objectKey {
	if f.dialect.Capabilities().ReachesOneDatabase {
		at.Schema.Database = ""
	}
	return f.keyOf(at)
}

// resolveInDoubtStates chooses a state for every node that a deploy worked on when its process died, if no other process took
// the deploy over. It chooses the first candidate that fits the catalog.
func (f *facts) resolveInDoubtStates() {
	for id, state := range f.in.Stored {
		if len(state.Candidates) == 0 {
			continue
		}
		if f.inDoubt == nil {
			f.inDoubt, f.stored = map[transform.NodeID][]State{}, maps.Clone(f.in.Stored)
		}
		states := append([]State{state}, state.Candidates...)
		var fitting []State
		for i := range states {
			states[i].Candidates = nil
			if f.fits(&states[i]) {
				fitting = append(fitting, states[i])
			}
		}
		f.inDoubt[id], f.stored[id] = fitting, states[0]
		if len(fitting) > 0 {
			f.stored[id] = firstFitting(fitting)
		}
	}
}

// fits reports whether the catalog contains what a state says.
func (f *facts) fits(s *State) bool {
	relation := f.find(s.ObjectRef())
	if s.IsDropped {
		return relation == nil
	}
	return f.driftOf(s, relation) == ""
}

// firstFitting returns the first of the states. The catalog does not show defaults, so a default that differs between the
// states is unknown and the plan sets it again.
func firstFitting(fitting []State) State {
	s := fitting[0]
	s.Columns = slices.Clone(s.Columns)
	for i := range s.Columns {
		column := &s.Columns[i]
		for _, other := range fitting {
			if slices.ContainsFunc(other.Columns, func(o StateColumn) bool { return o.ID == column.ID && o.Default != column.Default }) {
				column.Default = unknownDefault
			}
		}
	}
	return s
}

// unknownDefault is not SQL, so it equals the default of no column.
const unknownDefault = "(in doubt)"
