package difference

import (
	"cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// Kind says what a node is in the warehouse.
type Kind string

// The kinds.
const (
	Table Kind = "table"
	View  Kind = "view"
	Other Kind = "other" // its type makes something that the catalog does not list, or that cannot be told
	None  Kind = "none"  // nothing is made: a source
)

// State is what is stored about a deployed node: everything that a later plan has to know without the files of then.
type State struct {
	ID       transform.NodeID `json:"id"`
	Name     string           `json:"name"`
	Location string           `json:"location"`
	Type     string           `json:"type"` // name of its node type
	Schema   engine.Schema    `json:"place"`
	// Object is the name of the object at its place. It is the node's name, unless a plan that gives nodes each other's
	// names was carried out in part.
	Object         string                   `json:"object"`
	Kind           Kind                     `json:"kind"`
	Strategy       transform.DeployStrategy `json:"strategy,omitempty"`
	Columns        []StateColumn            `json:"columns,omitempty"`
	ColumnsUnknown bool                     `json:"isLoose,omitempty"`  // whether the object has just these columns is not known
	HasParts       bool                     `json:"hasParts,omitempty"` // it has indexes or constraints
	// Key is the column that numbers the rows, where the object has one.
	Key          string       `json:"key,omitempty"`
	Fingerprints Fingerprints `json:"prints"`
	// Upstream are the nodes that it reads, so that those that are gone can be dropped in the right order.
	Upstream []transform.NodeID `json:"upstream,omitempty"`
	Snapshot string             `json:"snapshot,omitempty"` // the files that it was deployed from
	// Connection is what it was deployed over; empty in states of earlier versions.
	Connection string `json:"connection,omitempty"`
	// Drop is what its type says takes the object away, where a type decides that by itself. It is kept because mappings and
	// parameters may be others by the time that it is needed.
	Drop []plan.Stage `json:"drop,omitempty"`
	// IsDropped says that a plan dropped the object to make it anew, and did not come that far.
	IsDropped bool `json:"isDropped,omitempty"`
	// Candidates are the states that steps would have led to which nobody saw the end of: a deploy was given up together with the
	// process that carried it out. This state, or one of them, is the truth.
	Candidates []State `json:"maybe,omitempty"`
	// Leftovers are objects of the node that have to be dropped yet: what it was before it moved to another database.
	Leftovers []ObjectRef `json:"left,omitempty"`
}

// StateColumn is a column as it was deployed.
type StateColumn struct {
	ID                    transform.ColumnID `json:"id"`
	Name                  string             `json:"name"`
	Type                  string             `json:"type,omitempty"` // in the words of the engine; "" when the engine chose it
	Nullable              bool               `json:"nullable,omitempty"`
	Default               string             `json:"default,omitempty"`
	ExpressionFingerprint string             `json:"made,omitempty"` // print of how it is computed, when the engine chose its type
}

// Fingerprints tell whether a node is still what it was. Each is a hash; equal prints mean equal texts.
type Fingerprints struct {
	Text string `json:"text"` // everything that the node says and its SQL, letter by letter
	// Create is of the SQL that makes it, whatever its comments and white space; Frame is the same without the columns.
	Create string `json:"create"`
	Frame  string `json:"frame,omitempty"`
	Run    string `json:"run"` // of the SQL that fills it
}

// ObjectRef is where an object is.
type ObjectRef struct {
	Schema engine.Schema `json:"place"`
	Name   string        `json:"name"`
	Kind   Kind          `json:"kind"`
	Key    string        `json:"key,omitempty"`
}

// ObjectRef is where the object of a deployed node is.
func (s *State) ObjectRef() ObjectRef {
	return ObjectRef{Schema: s.Schema, Name: s.Object, Kind: s.Kind, Key: s.Key}
}

// StateOf is what is stored about a node once it is deployed.
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

// typeName is the name of the node's type, or the word that it uses for one that is not known.
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
