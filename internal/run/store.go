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

// Store keeps runs, for those who ask for them and about them. What carries runs out has an interface of its own in
// package runner.
type Store interface {
	Reader
	// Insert stores a run with its plan under the next number of its organization and gives it back complete. It is one
	// transaction: after it the run is accepted. It fails when the environment is being deleted or is not there, and with
	// Conflict when the environment's deployed state, or what the plan stands on in its settings, is not the one that the plan
	// was made from.
	Insert(ctx context.Context, by account.Actor, draft Draft) (Run, error)
	// InsertAll is Insert for runs of one environment that schedules want, in one transaction. Each is stored or refused by
	// itself; an error says that none was stored.
	InsertAll(ctx context.Context, organization ids.Organization, drafts []Draft) ([]Started, error)
	// Cancel ends a waiting run at once, and tells the owner of a running one to stop it. A run that is over is Invalid.
	Cancel(ctx context.Context, by account.Actor, id ids.Run) (Run, error)
	// Active gives the runs of an environment or workspace that are not over, oldest first.
	Active(ctx context.Context, organization ids.Organization, environment ids.Environment) ([]Run, error)
}

// Reader shows runs.
type Reader interface {
	// Find gives a run that can be seen.
	Find(ctx context.Context, sees account.Visibility, id ids.Run) (Run, error)
	// Newest gives the newest run that can be seen; false when there is none.
	Newest(ctx context.Context, sees account.Visibility) (Run, bool, error)
	// Load counts the runs that can be seen and that are not over.
	Load(ctx context.Context, sees account.Visibility) (Load, error)
	// List gives a page of the runs that can be seen.
	List(ctx context.Context, query Query) (page.Result[Run], error)
	// NodeIDs gives the nodes of a run that can be seen, in the order of its plan. It costs a fraction of the plan.
	NodeIDs(ctx context.Context, sees account.Visibility, id ids.Run) ([]transform.NodeID, error)
	// Results gives a run that can be seen, its plan, and what is known about its nodes, of one moment.
	Results(ctx context.Context, sees account.Visibility, id ids.Run) (Results, error)
	// Changes gives what changed after a mark, oldest first; see Change.
	Changes(ctx context.Context, query ChangeQuery) ([]Change, error)
	// Sequence gives the mark of the newest change of an organization; 0 when there is none. What is read after it holds
	// everything up to it.
	Mark(ctx context.Context, organization ids.Organization) (int64, error)
}

// Draft is a run that is to be stored.
type Draft struct {
	Environment ids.Environment
	Type        Type
	Details     Details
	Parameters  []byte // a JSON object; empty is {}
	RerunOf     ids.Run
	Plan        plan.Plan
	// Snapshot is the project that is deployed after a deploy, and that was deployed when a refresh was planned.
	Snapshot string
	// Footing is what the plan of a refresh took from the settings of its environment. One that waits fails when these have
	// become others.
	Footing project.SettingsFingerprint
	// Connection is where the data is. It stays so for the run, whatever becomes of the environment.
	Connection ids.Connection
	// DataFolderID is the data folder whose process must carry the run out; empty when any can.
	DataFolderID string
	// Firing is the attempt of a schedule that the run is for; nil for none. Storing the run moves the firing on, in the same
	// transaction, and fails with Conflict when another run was stored for the attempt.
	Firing *Firing
}

// Load is how busy the scheduler is.
type Load struct {
	WaitingToRun int
	Running      int
}

// Overview is the newest run, if any, and the scheduler's load.
type Overview struct {
	Newest *Run // nil when there is none
	Load   Load
}

// Order is what lists of runs can be ordered by.
var Order = page.Fields{"id", "runType", "runStatus", "environmentID", "runStartTime", "runEndTime"}

// Query is which runs a list shows.
type Query struct {
	Sees        account.Visibility
	Type        Type            // empty is every type
	Status      Status          // empty is every status
	Environment ids.Environment // 0 is every environment
	Page        page.Request
}

// Change is a run or a node of a run in the state that it is in now. Marks grow with every committed change of an
// organization; what changed several times since a mark is there once, under its last mark.
type Change struct {
	Sequence int64
	Run      Run
	// Node is nil when the run itself changed.
	Node *NodeChange
}

// NodeChange is a node that changed.
type NodeChange struct {
	ID      transform.NodeID
	Name    string
	State   NodeState
	Started time.Time
	Ended   time.Time
}

// ChangeQuery is which changes are wanted.
type ChangeQuery struct {
	Sees        account.Visibility
	After       int64
	Run         ids.Run         // 0 is every run
	Environment ids.Environment // 0 is every environment
	Limit       int
}
