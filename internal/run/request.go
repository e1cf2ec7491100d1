package run

import (
	"encoding/json"

	"github.com/millrace/millrace/internal/ids"
)

// StartRequest asks for a refresh.
type StartRequest struct {
	Target           ids.Environment // an environment, or a workspace for a development run
	Job              string          // id of a deployed job; empty for none
	Include, Exclude string          // selectors; with a job they choose among its nodes
	Parallelism      *int            // nil is the default
	Force            bool            // also in Failed Deploy
	// Parameters replace the environment's for this run: an object, or a string that holds one. Empty keeps them.
	Parameters      json.RawMessage
	MergeParameters bool // lay them over the environment's instead
	Description     string
	KeepFailingRows bool
	OnlyChanged     bool    // build what changed since it was last built, and nothing else
	Firing          *Firing // of a schedule; nil when somebody asks
}

// RerunRequest asks for another try of what failed or did not run.
type RerunRequest struct {
	Run        ids.Run
	Force      bool
	Parameters json.RawMessage // empty keeps those of the old run
	Firing     *Firing         // of a schedule; nil when somebody asks
}
