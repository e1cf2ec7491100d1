package plan

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// Plan is what a run will do.
type Plan struct {
	Nodes []Node `json:"nodes"` // a node comes after everything that is upstream of it
	// ChangeCheck is there while it is not decided yet which of the nodes are built.
	ChangeCheck *ChangeCheck `json:"comparison,omitempty"`
	// WrittenSchemas are of a development run, one for each place.
	WrittenSchemas []WrittenSchema `json:"touches,omitempty"`
	// PreconditionsMet says of a deploy or a development run that it was found right to begin with it. Whoever goes on with it does not
	// ask again.
	PreconditionsMet bool `json:"agreed,omitempty"`
}

// Node is the work on one node.
type Node struct {
	ID       transform.NodeID `json:"id"`
	Name     string           `json:"name"`
	Location string           `json:"location"`
	Type     string           `json:"type"` // name of its node type
	// Schema is where its object is. What is remembered about publishing is kept in the same database, so that both are
	// one transaction.
	Schema engine.Schema `json:"place"`
	// MoreSchemas are more schemas of the same database that its statements make objects in.
	MoreSchemas []engine.Schema `json:"beside,omitempty"`
	// Upstream are the positions in Plan.Nodes of the nodes that have to be done before, near or far: a node between that
	// is not part of the plan does not hide what is behind it.
	Upstream []int   `json:"upstream,omitempty"`
	Stages   []Stage `json:"stages,omitempty"`
	// Reason says why the node is built or not, in a plan that was asked to build only what changed.
	Reason string `json:"reason,omitempty"`
	// BuildInputs is remembered of the node when it is complete; nil when it is not built, or when nobody asked.
	Build *BuildInputs `json:"build,omitempty"`
}

// Stage is one statement.
type Stage struct {
	Name string    `json:"name"`
	Kind StageKind `json:"kind"`
	// ContinueOnFailure lets the node go on when the stage fails. A test that fails and does not continue keeps what the
	// node did from being published.
	ContinueOnFailure bool   `json:"continueOnFailure,omitempty"`
	SQL               string `json:"sql"`
}

// StageKind says what a stage is for.
type StageKind string

// The kinds, in the words of the interface.
const (
	SQL  StageKind = "sql"
	Test StageKind = "sqlTest" // fails when its query gives a row
)

// IDs are the ids of the plan's nodes, in its order.
func (p Plan) IDs() []transform.NodeID {
	ids := make([]transform.NodeID, len(p.Nodes))
	for i := range p.Nodes {
		ids[i] = p.Nodes[i].ID
	}
	return ids
}

// Schemas are the schemas that the plan's nodes are in, each once, in the order of the nodes.
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

// Schemas are the schemas that the node makes objects in.
func (n *Node) Schemas() []engine.Schema { return append([]engine.Schema{n.Schema}, n.MoreSchemas...) }
