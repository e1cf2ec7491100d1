package difference

import (
	"cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// Kind is what the create template of a node creates.
type Kind string

// The kinds.
const (
	Table Kind = "table"
	View  Kind = "view"
	Other Kind = "other" // an object that the catalog does not list, or of an unknown kind
	None  Kind = "none"  // no object: a source
)

// State is what is stored about a deployed node: everything that a later plan needs without the deployed files.
type State struct {
	ID       transform.NodeID `json:"id"`
	Name     string           `json:"name"`
	Location string           `json:"location"`
	Type     string           `json:"type"` // name of its node type
	Schema   engine.Schema    `json:"place"`
	// Object is the name of the object. It is the node's name, unless a plan that swaps the names of nodes was only partly
	// executed.
	Object         string                   `json:"object"`
	Kind           Kind                     `json:"kind"`
	Strategy       transform.DeployStrategy `json:"strategy,omitempty"`
	Columns        []StateColumn            `json:"columns,omitempty"`
	ColumnsUnknown bool                     `json:"isLoose,omitempty"`  // the create SQL does not tell the columns of the object
	HasParts       bool                     `json:"hasParts,omitempty"` // it has indexes or constraints
	// Key is the surrogate key column; empty if there is none.
	Key          string       `json:"key,omitempty"`
	Fingerprints Fingerprints `json:"prints"`
	// Upstream are the nodes that it reads, so that deleted nodes are dropped in the right order.
	Upstream []transform.NodeID `json:"upstream,omitempty"`
	Snapshot string             `json:"snapshot,omitempty"` // the project snapshot that it was deployed from
	// Connection is the connection that it was deployed over; empty in states of earlier versions.
	Connection string `json:"connection,omitempty"`
	// Drop are the statements that drop the object, if its type decides that by itself. They are stored because mappings and
	// parameters may differ when they are needed.
	Drop []plan.Stage `json:"drop,omitempty"`
	// IsDropped reports that a plan dropped the object to recreate it, and ended before it did.
	IsDropped bool `json:"isDropped,omitempty"`
	// Candidates are the states after steps whose outcome is unknown, because the process of the deploy died and the deploy
	// was abandoned. This state or one of them is true.
	Candidates []State `json:"maybe,omitempty"`
	// Leftovers are old objects of the node, from before it moved to another database, that have yet to be dropped.
	Leftovers []ObjectRef `json:"left,omitempty"`
}

// StateColumn is a column of a deployed node.
type StateColumn struct {
	ID                    transform.ColumnID `json:"id"`
	Name                  string             `json:"name"`
	Type                  string             `json:"type,omitempty"` // as the dialect writes it; empty if the engine infers it
	Nullable              bool               `json:"nullable,omitempty"`
	Default               string             `json:"default,omitempty"`
	ExpressionFingerprint string             `json:"made,omitempty"` // of its expression, if the engine infers its type
}

// Fingerprints tell whether a node has changed. Each is a hash; equal fingerprints mean equal texts.
type Fingerprints struct {
	Text string `json:"text"` // of the whole definition of the node and its exact SQL
	// Create is of the create SQL without comments and white space; Frame is of the same without the columns.
	Create string `json:"create"`
	Frame  string `json:"frame,omitempty"`
	Run    string `json:"run"` // of the SQL that loads it
}

// ObjectRef names an object.
type ObjectRef struct {
	Schema engine.Schema `json:"place"`
	Name   string        `json:"name"`
	Kind   Kind          `json:"kind"`
	Key    string        `json:"key,omitempty"`
}

// ObjectRef returns the object of a deployed node.
func (s *State) ObjectRef() ObjectRef {
	return ObjectRef{Schema: s.Schema, Name: s.Object, Kind: s.Kind, Key: s.Key}
}

// StateOf returns the state of a node once it is deployed.
func StateOf(c *compiler.Compilation, n *compiler.Node) State {
	made := shapeOf(c, n)
	s := State{
		ID: n.ID, Name: n.Name, Location: n.Location, Type: typeName(n), Schema: schemaOf(c, n), Object: n.Name,
		Kind: made.kind, Columns: made.columns, ColumnsUnknown: made.columnsUnknown, HasParts: made.hasParts, Key: made.key,
		Strategy: strategyOf(n), Upstream: upstreamOf(c, n),
		Fingerprints: Fingerprints{Text: fingerprintText(c, n), Create: fingerprintSQL(n.Create), Frame: made.frame, Run: fingerprintSQL(n.Run)},
	}
	return s
}

// typeName returns the name of the node's type, or what the node contains if the type is unknown.
func typeName(n *compiler.Node) string {
	if n.Type != nil {
		return n.Type.Name
	}
	return string(n.Node.Type)
}

func strategyOf(n *compiler.Node) transform.DeployStrategy {
	if n.Type == nil {
		return transform.DeployDefault
	}
	return cmp.Or(n.Type.Spec.Strategy, transform.DeployDefault)
}

func upstreamOf(c *compiler.Compilation, n *compiler.Node) []transform.NodeID {
	keys := c.Graph.Upstream(string(n.ID))
	var ids []transform.NodeID
	for _, key := range keys {
		ids = append(ids, transform.NodeID(key))
	}
	return ids
}
