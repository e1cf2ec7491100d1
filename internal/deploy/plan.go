package deploy

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
)

// PlanID is a plan's id, a UUID.
type PlanID string

// Plan is what a deployment will do. Only its status changes.
type Plan struct {
	Organization ids.Organization
	ID           PlanID
	Environment  ids.Environment
	// Version is the version of the environment when the plan was made.
	Version   int64
	Status    Status
	CreatedAt time.Time
	CreatedBy ids.User
	Origin    Origin
	Snapshot  string // the project snapshot that it deploys
	// DeployedCommit is the commit that was deployed before.
	DeployedCommit string
	// Parameters are those that its SQL was rendered with. Deploying the plan stores them in the environment.
	Parameters        json.RawMessage
	ChangesParameters bool
	Counts            Counts
	IsDestructive     bool
	Run               ids.Run // the run that deploys it; 0 before
	Connection        ids.Connection
	DataFolderID      string
	// Result is the whole comparison. Lists omit it.
	Result *difference.Result
}

// Status tells what can be done with a plan.
type Status string

// The statuses.
const (
	Open     Status = "open"
	Deployed Status = "deployed" // a run was started for it
	Stale    Status = "stale"    // the environment has changed since
)

// Origin is where the files of a plan come from.
type Origin struct {
	Commit  string // shown in the history
	Message string
}

// Counts are the changes of a plan by kind.
type Counts struct {
	Added     int `json:"added"`
	Altered   int `json:"altered"`
	Deleted   int `json:"deleted"`
	Metadata  int `json:"metadata"`
	Rebuilt   int `json:"rebuilt"`
	Unchanged int `json:"unchanged"`
	Stop      int `json:"stop"`
	Warn      int `json:"warn"`
}

// PlanOrder lists the fields that plans can be ordered by.
var PlanOrder = page.Fields{"createdAt", "id"}

// PlanNotFound returns the fault for a plan that does not exist or that the caller may not see.
func PlanNotFound(id string) error {
	return fault.New(fault.NotFound, "plan %s was not found", id).
		WithHint("GET /api/v1/environments/{id}/plans lists the plans of an environment.")
}

// countChanges counts the changes of a project with a number of nodes.
func countChanges(r *difference.Result, nodes int) Counts {
	counts := Counts{Stop: len(r.Issues.Blocking), Warn: len(r.Issues.Warnings), Unchanged: nodes}
	for i := range r.Changes {
		switch r.Changes[i].Action {
		case difference.Add, difference.Adopt, difference.Recreate:
			counts.Added++
		case difference.Alter:
			counts.Altered++
		case difference.Delete:
			counts.Deleted++
			counts.Unchanged++ // it is not among the nodes of the desired project
		case difference.Rebuild:
			counts.Rebuilt++
		case difference.Metadata:
			counts.Metadata++
		}
		counts.Unchanged--
	}
	counts.Unchanged = max(counts.Unchanged, 0)
	return counts
}

// destroys reports whether the plan of a comparison has losses.
func destroys(r *difference.Result) bool {
	for i := range r.Changes {
		if len(r.Changes[i].Losses) > 0 {
			return true
		}
	}
	return false
}
