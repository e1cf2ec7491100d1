package refresh

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// InputRecorder adds to the nodes of a plan what they are built from, for a run that builds all of them. It costs no query of the
// engine: fingerprints are known from the compilation, and the data version of an upstream node is the run that built it. Sources
// get no version, because that takes a digest of their rows; only a run with onlyChanged computes digests.
type InputRecorder struct {
	compiled   *compiler.Compilation
	connection ids.Connection
	planned    plan.Plan
	isBuilt    map[transform.NodeID]bool // by this run
	inputs     [][]transform.NodeID      // of the nodes of the plan that are built: the nodes that runs load
}

// NewInputRecorder finds the inputs of the nodes of a plan.
func NewInputRecorder(c *compiler.Compilation, connection ids.Connection, planned plan.Plan) *InputRecorder {
	r := &InputRecorder{
		compiled: c, connection: connection, planned: planned,
		isBuilt: make(map[transform.NodeID]bool, len(planned.Nodes)), inputs: make([][]transform.NodeID, len(planned.Nodes)),
	}
	found := newOrigins(c)
	for i := range planned.Nodes {
		n, isKnown := c.Node(planned.Nodes[i].ID)
		if !isKnown || len(planned.Nodes[i].Stages) == 0 {
			continue
		}
		r.isBuilt[n.ID] = true
		for _, origin := range found.of(n).data {
			if !found.isOutside(origin) {
				r.inputs[i] = append(r.inputs[i], origin.ID)
			}
		}
	}
	return r
}

// Outside returns the inputs that the run does not build, each once. Record needs their build records.
func (r *InputRecorder) Outside() []transform.NodeID {
	var nodes []transform.NodeID
	seen := map[transform.NodeID]bool{}
	for _, inputs := range r.inputs {
		for _, id := range inputs {
			if !r.isBuilt[id] && !seen[id] {
				seen[id] = true
				nodes = append(nodes, id)
			}
		}
	}
	return nodes
}

// Record adds the inputs to the nodes of the plan. The builds are those of Outside, read before the run starts: a recorded version is
// then never newer than the data that a node reads.
func (r *InputRecorder) Record(builds map[transform.NodeID]run.BuildRecord) {
	for i := range r.planned.Nodes {
		node := &r.planned.Nodes[i]
		if !r.isBuilt[node.ID] {
			continue
		}
		n, _ := r.compiled.Node(node.ID)
		build := plan.BuildInputs{Fingerprint: buildFingerprint(r.compiled, r.connection, n), Inputs: plan.InputVersions{}}
		for _, id := range r.inputs[i] {
			build.Inputs[id] = versionOf(id, r.isBuilt, builds)
		}
		node.Build = &build
	}
}

// neverBuilt is the data version of a node that no run has built yet.
const neverBuilt plan.DataVersion = "never"

// versionOf returns the data version of a node that runs load.
func versionOf(id transform.NodeID, building map[transform.NodeID]bool, builds map[transform.NodeID]run.BuildRecord) plan.DataVersion {
	last, isBuilt := builds[id]
	switch {
	case building[id]:
		return plan.ThisRun
	case isBuilt:
		return last.DataVersion()
	default:
		return neverBuilt
	}
}
