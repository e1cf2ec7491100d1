package plan

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// Plan is the frozen list of what a run does.
type Plan struct {
	Nodes []Node `json:"nodes"` // each after all nodes upstream of it
	// ProjectNodes is the number of nodes of the project, planned or not; 0 if it is unknown.
	ProjectNodes int `json:"projectNodes,omitempty"`
	// ChangeCheck is set until the run has decided which nodes it builds.
	ChangeCheck *ChangeCheck `json:"comparison,omitempty"`
	// WrittenSchemas lists the schemas that a development run writes, each once.
	WrittenSchemas []WrittenSchema `json:"touches,omitempty"`
	// PreconditionsMet reports that the preconditions of a deployment or development run were confirmed. A new owner of the run
	// does not check them again.
	PreconditionsMet bool `json:"agreed,omitempty"`
}

// Node is what a run does with one node.
type Node struct {
	ID       transform.NodeID `json:"id"`
	Name     string           `json:"name"`
	Location string           `json:"location"`
	Type     string           `json:"type"` // name of its node type
	// Schema is where its object is. The ledger is in the same database, so that both are written in one transaction.
	Schema engine.Schema `json:"place"`
	// MoreSchemas lists other schemas of the same database in which its statements create objects.
	MoreSchemas []engine.Schema `json:"beside,omitempty"`
	// Upstream lists the positions in Plan.Nodes of the nodes that must run before, directly or through nodes that are not part
	// of the plan.
	Upstream []int   `json:"upstream,omitempty"`
	Stages   []Stage `json:"stages,omitempty"`
	// Invalid says why the node cannot run. It then fails without a statement, and the rest of the run continues.
	Invalid string `json:"invalid,omitempty"`
	// Reason explains why the node is built or not, in a run with onlyChanged.
	Reason string `json:"reason,omitempty"`
	// Build is recorded when the node is complete. It is nil if the run does not build the node, and until a run with onlyChanged
	// has decided.
	Build *BuildInputs `json:"build,omitempty"`
}

// Stage is one statement.
type Stage struct {
	Name string    `json:"name"`
	Kind StageKind `json:"kind"`
	// ContinueOnFailure lets the node continue after this test fails. It means nothing for other statements; see MayFail.
	ContinueOnFailure bool   `json:"continueOnFailure,omitempty"`
	SQL               string `json:"sql"`
}

// MayFail reports whether the node continues after this stage fails. Only a test may fail: a statement that fails, such as
// a load, always fails its node, whatever its template says. Plans of earlier versions have the option on any statement.
func (s *Stage) MayFail() bool { return s.Kind == Test && s.ContinueOnFailure }

// StageKind is the kind of a stage.
type StageKind string

// The kinds, as the API names them.
const (
	SQL  StageKind = "sql"
	Test StageKind = "sqlTest" // fails if its query returns a row
)

// IDs returns the ids of the nodes, in the order of the plan.
func (p Plan) IDs() []transform.NodeID {
	ids := make([]transform.NodeID, len(p.Nodes))
	for i := range p.Nodes {
		ids[i] = p.Nodes[i].ID
	}
	return ids
}

// Schemas returns the schemas of the nodes, each once, in the order of the nodes.
func (p Plan) Schemas() []engine.Schema {
	seen := map[engine.Schema]bool{}
	var schemas []engine.Schema
	for i := range p.Nodes {
		for _, schema := range p.Nodes[i].Schemas() {
			if !seen[schema] {
				seen[schema] = true
				schemas = append(schemas, schema)
			}
		}
	}
	return schemas
}

// Schemas returns the schemas in which the node creates objects.
func (n *Node) Schemas() []engine.Schema { return append([]engine.Schema{n.Schema}, n.MoreSchemas...) }

// StageOf returns the stage of a result. The position after the last stage is the statement that publishes the node, on an engine
// without full transactions. It returns nil for any other position.
func (n *Node) StageOf(position int) *Stage {
	switch {
	case position >= 0 && position < len(n.Stages):
		return &n.Stages[position]
	case position == len(n.Stages):
		return &Stage{Name: "Publish", Kind: SQL}
	}
	return nil
}
