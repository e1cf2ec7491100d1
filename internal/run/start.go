package run

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/prose"
	"github.com/millrace/millrace/internal/transform"
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
}

const (
	defaultParallelism = 16
	mostParallelism    = 256
	longestDescription = 1_000
)

// Start plans a refresh and stores it. The run is accepted when it returns.
func (s *Runs) Start(ctx context.Context, by account.Actor, request StartRequest) (Run, error) {
	details, err := request.details()
	if err != nil {
		return Run{}, err
	}
	return s.refresh(ctx, by, refresh{
		target: request.Target, details: details, parameters: request.Parameters, merge: request.MergeParameters,
	})
}

func (r StartRequest) details() (Details, error) {
	details := Details{
		Job: r.Job, Include: r.Include, Exclude: r.Exclude, Parallelism: defaultParallelism, Force: r.Force,
		Description: r.Description, KeepFailingRows: r.KeepFailingRows,
	}
	if r.Parallelism != nil {
		details.Parallelism = *r.Parallelism
	}
	if details.Parallelism < 1 || details.Parallelism > mostParallelism {
		return Details{}, fault.New(fault.Invalid, "parallelism cannot be %d", details.Parallelism).
			WithHint("It is how many nodes run at once, from 1 to %d.", mostParallelism)
	}
	return details, prose.CheckParagraphs("refreshDescription", r.Description, longestDescription)
}

// RerunRequest asks for another try of what failed or did not run.
type RerunRequest struct {
	Run        ids.Run
	Force      bool
	Parameters json.RawMessage // empty keeps those of the old run
}

// Rerun plans a new run over what failed or did not run in an old one, with the old one's parameters.
func (s *Runs) Rerun(ctx context.Context, by account.Actor, request RerunRequest) (Run, error) {
	old, err := s.store.Results(ctx, by.Sees(), request.Run)
	if err != nil {
		return Run{}, err
	}
	if err := old.Run.canRerun(); err != nil {
		return Run{}, err
	}
	left := old.left()
	if len(left) == 0 {
		return Run{}, fault.New(fault.Invalid, "every node of run %d is complete", old.Run.ID).
			WithHint("Start a new run to do it all again.")
	}
	parameters := request.Parameters
	if len(parameters) == 0 {
		parameters = old.Run.Parameters
	}
	details := old.Run.Details
	details.Force = request.Force
	return s.refresh(ctx, by, refresh{
		target: old.Run.Environment, details: details, parameters: parameters, rerunOf: old.Run.ID,
		only: func(id transform.NodeID) bool { return left[id] },
	})
}

func (r *Run) canRerun() error {
	switch {
	case r.Type == Deploy:
		return fault.New(fault.Invalid, "run %d is a deploy, which cannot be run again", r.ID).WithHint("Deploy the plan again.")
	case !r.Status.IsOver():
		return fault.New(fault.Invalid, "run %d is not over", r.ID).WithHint("Wait until it ends, or cancel it.")
	default:
		return nil
	}
}

// left are the nodes that failed or were not reached.
func (r Results) left() map[transform.NodeID]bool {
	left := map[transform.NodeID]bool{}
	for _, id := range r.Plan.IDs() {
		if r.Nodes[id].State != NodeComplete {
			left[id] = true
		}
	}
	return left
}
