package run

import (
	"encoding/json"

	"github.com/millrace/millrace/internal/ids"
)

// StartRequest requests a refresh.
type StartRequest struct {
	Target           ids.Environment // an environment, or a workspace for a development run
	Job              string          // id of a deployed job; empty for none
	Include, Exclude string          // selectors; with a job they select among its nodes
	Parallelism      *int            // nil is the default
	Force            bool            // start even in Failed Deploy
	// Parameters replace the environment's parameters for this run: an object, or a string that contains one. Empty
	// keeps them.
	Parameters      json.RawMessage
	MergeParameters bool // merge them into the environment's parameters instead
	Description     string
	KeepFailingRows *bool   // nil keeps the first few
	OnlyChanged     bool    // build only what changed since its last build
	CreateOnly      bool    // create the objects of a workspace and load nothing
	Firing          *Firing // of a schedule; nil if a user starts the run
}

// RerunRequest requests a new run of the nodes that failed or did not run.
type RerunRequest struct {
	Run        ids.Run
	Force      bool
	Parameters json.RawMessage // empty keeps the parameters of the old run
	Firing     *Firing         // of a schedule; nil if a user starts the run
}
