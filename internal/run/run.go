package run

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Type is what a run does.
type Type string

// The types of the interface.
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
	StartedAt    time.Time // zero until it is claimed for the first time
	EndedAt      time.Time // zero until it is over
	StartedBy    ids.User  // empty when the server did it by itself
	RerunOf      ids.Run   // 0 unless it repeats another one
	// FailureReason is one line for people; empty unless the run failed.
	FailureReason   string
	Details         Details
	Parameters      json.RawMessage // that its plan was made with: a JSON object
	Nodes           int             // how many its plan works on
	CancelRequested bool
	Epoch           int64 // how often it was claimed
}

// Key names a run over all installations.
func (r *Run) Key() Key { return Key{r.Organization, r.ID} }

// Key names a run.
type Key struct {
	Organization ids.Organization
	Run          ids.Run
}

// String is the key as logs show it.
func (k Key) String() string { return string(k.Organization) + "/" + ids.FormatNumber(k.Run) }

// Details are what was asked for.
type Details struct {
	Job             string `json:"job,omitempty"`
	Include         string `json:"include,omitempty"`
	Exclude         string `json:"exclude,omitempty"`
	Parallelism     int    `json:"parallelism"`
	Force           bool   `json:"force,omitempty"` // also in Failed Deploy
	Description     string `json:"description,omitempty"`
	KeepFailingRows bool   `json:"keepFailingRows,omitempty"` // of tests, with the results
	OnlyChanged     bool   `json:"onlyChanged,omitempty"`     // build what changed since it was last built, and nothing else
	Commit          string `json:"commit,omitempty"`          // of a deploy
	CommitMessage   string `json:"commitMessage,omitempty"`
	Plan            string `json:"plan,omitempty"` // that a deploy carries out
}

// NotFound is the fault for a run that is not there or that the caller may not see.
func NotFound(id string) error {
	return fault.New(fault.NotFound, "run %s was not found", id).WithHint("GET /api/v1/runs lists the runs that you can see.")
}
