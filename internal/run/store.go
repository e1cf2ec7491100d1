package run

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/transform"
)

// Store stores runs, for the parts that start and show them. Package runner declares the interface for workers.
type Store interface {
	Reader
	// Insert stores a run with its plan under the next number of its organization and returns it. It is one
	// transaction; after it the run is accepted. It fails if the environment is being deleted or does not exist, and
	// with Conflict if the environment's deployed state or settings are not those that the plan was made from.
	Insert(ctx context.Context, by account.Actor, draft Draft) (Run, error)
	// InsertAll is Insert for runs of one environment that schedules start, in one transaction. Each run is stored or
	// rejected by itself; an error means that none was stored.
	InsertAll(ctx context.Context, organization ids.Organization, drafts []Draft) ([]Started, error)
	// Cancel ends a waiting run at once, and requests that the owner of a running one stops it. It returns Invalid for
	// a run that has ended.
	Cancel(ctx context.Context, by account.Actor, id ids.Run) (Run, error)
	// Active returns the runs of an environment or workspace that have not ended, oldest first.
	Active(ctx context.Context, organization ids.Organization, environment ids.Environment) ([]Run, error)
}

// Reader reads runs.
type Reader interface {
	ChangeReader
	// Find returns a run that the caller can see.
	Find(ctx context.Context, sees account.Visibility, id ids.Run) (Run, error)
	// Newest returns the newest run that the caller can see; false if there is none.
	Newest(ctx context.Context, sees account.Visibility) (Run, bool, error)
	// Load counts the runs that the caller can see and that have not ended.
	Load(ctx context.Context, sees account.Visibility) (Load, error)
	// List returns a page of the runs that the caller can see.
	List(ctx context.Context, query Query) (page.Result[Run], error)
	// Describe returns what lists and pages show about runs of one organization in addition to the runs themselves. It
	// takes a fixed number of queries.
	Describe(ctx context.Context, organization ids.Organization, runs []Run) (map[ids.Run]Description, error)
	// NodeIDs returns the nodes of a run that the caller can see, in the order of its plan. It costs a fraction of
	// reading the plan.
	NodeIDs(ctx context.Context, sees account.Visibility, id ids.Run) ([]transform.NodeID, error)
	// Snapshot returns the project snapshot of a run that the caller can see; empty for a development run.
	Snapshot(ctx context.Context, sees account.Visibility, id ids.Run) (string, error)
	// Results returns a run that the caller can see, its plan and the results of its nodes, all of one point in time.
	Results(ctx context.Context, sees account.Visibility, id ids.Run) (Results, error)
}

// ChangeReader reads what changed in runs.
type ChangeReader interface {
	// Changes returns what changed after a sequence number, oldest first; see Change.
	Changes(ctx context.Context, query ChangeQuery) ([]Change, error)
	// LastSequence returns the sequence number of the newest change of an organization; 0 if there is none. A later
	// read returns everything up to this number.
	LastSequence(ctx context.Context, organization ids.Organization) (int64, error)
}

// Draft is a run to be stored.
type Draft struct {
	Environment ids.Environment
	Type        Type
	Details     Details
	Parameters  []byte // a JSON object; empty is {}
	RerunOf     ids.Run
	Plan        plan.Plan
	// Snapshot is the project snapshot that a deploy deploys, or that was deployed when a refresh was planned.
	Snapshot string
	// SettingsFingerprint is the fingerprint of the environment settings that the plan of a refresh uses. A waiting
	// refresh fails if the settings change. The columns footing_place and footing_parameters store it.
	SettingsFingerprint project.SettingsFingerprint
	// Connection is the connection of the run. It stays the same if the environment changes.
	Connection ids.Connection
	// DataFolderID is the data folder whose process must execute the run; empty if any can. The column home stores it.
	DataFolderID string
	// Firing is the attempt of a schedule that starts the run; nil for none. Storing the run marks the firing as
	// started in the same transaction, and fails with Conflict if another run was stored for the attempt.
	Firing *Firing
}

// Load is the number of runs that wait and run.
type Load struct {
	WaitingToRun int
	Running      int
}

// Overview is the newest run, if any, and the load.
type Overview struct {
	Newest *Run // nil if there is none
	Load   Load
}

// Order lists the fields that lists of runs can be ordered by.
var Order = page.Fields{"id", "runType", "runStatus", "environmentID", "runStartTime", "runEndTime"}

// Query selects the runs of a list.
type Query struct {
	Sees        account.Visibility
	Type        Type            // empty for every type
	Status      Status          // empty for every status
	Environment ids.Environment // 0 for every environment
	Project     ids.Project     // empty for every project
	Job         string          // empty for every job
	Schedule    ids.Schedule    // empty for every schedule
	From        time.Time       // requested at this time or later; zero for any time
	To          time.Time       // requested before this time; zero for any time
	Search      string          // see MaxSearch; empty for every run
	FailedTests bool            // only runs in which tests failed
	Unresolved  bool            // only failed runs that no later run has repaired
	Page        page.Request
}

// Change is a run or a node of a run in its current state. Sequence numbers grow with every committed change of an
// organization. What changed several times since a number appears once, under its last number.
type Change struct {
	Sequence int64
	Run      Run
	// Node is nil when the run itself changed.
	Node *NodeChange
}

// NodeChange is a node that changed.
type NodeChange struct {
	ID          transform.NodeID
	Name        string
	State       NodeState
	FailedTests int
	Started     time.Time
	Ended       time.Time
}

// ChangeQuery selects changes.
type ChangeQuery struct {
	Sees        account.Visibility
	After       int64
	Run         ids.Run         // 0 for every run
	Environment ids.Environment // 0 for every environment
	Limit       int
}
