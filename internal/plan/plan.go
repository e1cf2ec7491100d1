package plan

import (
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// Plan is what a run will do.
type Plan struct {
	Nodes []Node `json:"nodes"` // a node comes after everything that is upstream of it
	// Comparison is there while it is not decided yet which of the nodes are built.
	Comparison *Comparison `json:"comparison,omitempty"`
	// Touches are of a development run, one for each place.
	Touches []Touch `json:"touches,omitempty"`
	// IsAgreed says of a deploy or a development run that it was found right to begin with it. Whoever goes on with it does not
	// ask again.
	IsAgreed bool `json:"agreed,omitempty"`
}

// Node is the work on one node.
type Node struct {
	ID       transform.NodeID `json:"id"`
	Name     string           `json:"name"`
	Location string           `json:"location"`
	Type     string           `json:"type"` // name of its node type
	// Place is where its object is. What is remembered about publishing is kept in the same database, so that both are
	// one transaction.
	Place engine.Place `json:"place"`
	// Beside are more schemas of the same database that its statements make objects in.
	Beside []engine.Place `json:"beside,omitempty"`
	// Upstream are the positions in Plan.Nodes of the nodes that have to be done before, near or far: a node between that
	// is not part of the plan does not hide what is behind it.
	Upstream []int   `json:"upstream,omitempty"`
	Stages   []Stage `json:"stages,omitempty"`
	// Reason says why the node is built or not, in a plan that was asked to build only what changed.
	Reason string `json:"reason,omitempty"`
	// Build is remembered of the node when it is complete; nil when it is not built, or when nobody asked.
	Build *Build `json:"build,omitempty"`
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

// Places are the schemas that the plan's nodes are in, each once, in the order of the nodes.
func (p Plan) Places() []engine.Place {
	seen := map[engine.Place]bool{}
	var places []engine.Place
	for i := range p.Nodes {
		for _, place := range p.Nodes[i].Places() {
			if !seen[place] {
				seen[place] = true
				places = append(places, place)
			}
		}
	}
	return places
}

// Places are the schemas that the node makes objects in.
func (n *Node) Places() []engine.Place { return append([]engine.Place{n.Place}, n.Beside...) }
