package difference

import (
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/transform"
)

// Input is what Compare compares.
type Input struct {
	Desired *compiler.Compilation // with its SQL
	// Stored are the states of the deployed nodes; empty for a first deploy.
	Stored map[transform.NodeID]State
	// Previous returns a node as it was deployed. It is called for nodes whose type decides by itself how they change. If it
	// is nil, such nodes cannot change.
	Previous func(transform.NodeID) (*compiler.Compilation, *compiler.Node, bool)
	// Deployed returns the project that contains a deployed node now, to find what reads the node. It may be nil, and may
	// return nil.
	Deployed func(transform.NodeID) *compiler.Compilation
	Observed Observed
	Snapshot string // of the desired project; stored in the states
	// Connection is the connection of the environment; stored in the states. A node that was deployed over another connection
	// has no object here.
	Connection string
	// Others are the objects that other environments deployed to the same database.
	Others []ForeignObject
	// MayReplace keeps the CREATE statements as the templates write them, so that they replace an existing object. Development
	// runs set it, because they write to schemas of their own.
	MayReplace bool
}

// Observed is what an engine reports.
type Observed struct {
	// Objects are the tables and views of every needed schema, as the catalog lists them.
	Objects map[engine.Schema][]engine.Relation
	// Refused are the schemas of earlier deploys that the engine cannot have, with its error message.
	Refused map[engine.Schema]string
	// TypeNames are the engine's own names for the needed types. A missing type is compared as it is written.
	TypeNames map[string]string
	// Described are the columns of the queries that a first result asked for. A query that the engine rejected has none.
	Described map[string][]engine.Column
}

// ForeignObject is an object that another environment deployed to the same database, or may have deployed.
type ForeignObject struct {
	At          ObjectRef
	Environment string // the name of the environment
}
