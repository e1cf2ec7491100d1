package run

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Type is the type of a run.
type Type string

// The types in the API.
const (
	Deploy  Type = "deploy"
	Refresh Type = "refresh"
)

// Run is one execution.
type Run struct {
	Organization ids.Organization
	ID           ids.Run
	Environment  ids.Environment
	Type         Type
	Status       Status
	CreatedAt    time.Time
	StartedAt    time.Time // zero until the first claim
	EndedAt      time.Time // zero until it has ended
	StartedBy    ids.User  // empty if the server started it
	RerunOf      ids.Run   // 0 unless it is a rerun
	// FailureReason is one line for users; empty unless the run failed.
	FailureReason   string
	Details         Details
	Parameters      json.RawMessage // the parameters of its plan: a JSON object
	Nodes           int             // number of nodes in its plan
	FailedTests     int             // number of failed tests of its nodes so far
	CancelRequested bool
	Epoch           int64 // number of claims
}

// Key identifies the run over all organizations.
func (r *Run) Key() Key { return Key{r.Organization, r.ID} }

// Key identifies a run.
type Key struct {
	Organization ids.Organization
	Run          ids.Run
}

// String returns the key as logs show it.
func (k Key) String() string { return string(k.Organization) + "/" + ids.FormatNumber(k.Run) }

// Details are the options of a run.
type Details struct {
	Job         string `json:"job,omitempty"`
	Include     string `json:"include,omitempty"`
	Exclude     string `json:"exclude,omitempty"`
	Parallelism int    `json:"parallelism"`
	Force       bool   `json:"force,omitempty"` // start even in Failed Deploy
	Description string `json:"description,omitempty"`
	// KeepFailingRows is whether to store rows that tests return with the results; nil stores the first few.
	KeepFailingRows *bool  `json:"keepFailingRows,omitempty"`
	OnlyChanged     bool   `json:"onlyChanged,omitempty"` // build only what changed since its last build
	CreateOnly      bool   `json:"createOnly,omitempty"`  // create the objects of a workspace and load nothing
	Commit          string `json:"commit,omitempty"`      // of a deploy
	CommitMessage   string `json:"commitMessage,omitempty"`
	Plan            string `json:"plan,omitempty"` // the deploy plan
}

// firstFailingRows is how many rows of a failed test a run stores if the request does not say.
const firstFailingRows = 5

// FailingRows returns how many rows of each failed test the run stores.
func (d *Details) FailingRows() int {
	switch {
	case d.KeepFailingRows == nil:
		return firstFailingRows
	case *d.KeepFailingRows:
		return MaxFailedRows
	default:
		return 0
	}
}

// NotFound returns the fault for a run that does not exist or that the caller may not see.
func NotFound(id string) error {
	return fault.New(fault.NotFound, "run %s was not found", id).WithHint("GET /api/v1/runs lists the runs that you can see.")
}
