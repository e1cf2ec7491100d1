package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/validate"
)

const maxDescription = 1_000

// Start plans a refresh and stores it. The run is accepted when Start returns.
func (s *Service) Start(ctx context.Context, by account.Actor, request run.StartRequest) (run.Run, error) {
	details, err := detailsOf(request)
	if err != nil {
		return run.Run{}, err
	}
	return s.refresh(ctx, by, refreshRequest{
		target: request.Target, details: details, parameters: request.Parameters, merge: request.MergeParameters,
		firing: request.Firing,
	})
}

func detailsOf(r run.StartRequest) (run.Details, error) {
	details := run.Details{
		Job: r.Job, Include: r.Include, Exclude: r.Exclude, Parallelism: plan.DefaultParallelism, Force: r.Force,
		Description: r.Description, KeepFailingRows: r.KeepFailingRows, OnlyChanged: r.OnlyChanged, CreateOnly: r.CreateOnly,
	}
	if r.Parallelism != nil {
		details.Parallelism = *r.Parallelism
	}
	if err := plan.CheckParallelism(details.Parallelism); err != nil {
		return run.Details{}, err
	}
	return details, validate.CheckParagraphs("refreshDescription", r.Description, maxDescription)
}

// Rerun plans a new run of the nodes that failed or did not run in an old one, with the old one's parameters.
func (s *Service) Rerun(ctx context.Context, by account.Actor, request run.RerunRequest) (run.Run, error) {
	old, err := s.store.Results(ctx, by.Sees(), request.Run)
	if err != nil {
		return run.Run{}, err
	}
	if err := canRerun(old.Run); err != nil {
		return run.Run{}, err
	}
	incomplete := incompleteNodes(old)
	if len(incomplete) == 0 {
		return run.Run{}, fault.New(fault.Invalid, "every node of run %d is complete", old.Run.ID).
			WithHint("Start a new run to run all nodes again.")
	}
	parameters := request.Parameters
	if snapshot.IsAbsent(parameters) {
		parameters = old.Run.Parameters
	}
	details := old.Run.Details
	details.Force = request.Force
	return s.refresh(ctx, by, refreshRequest{
		target: old.Run.Environment, details: details, parameters: parameters, rerunOf: old.Run.ID,
		only: func(id transform.NodeID) bool { return incomplete[id] }, firing: request.Firing,
	})
}

func canRerun(r run.Run) error {
	switch {
	case r.Type == run.Deploy:
		return fault.New(fault.Invalid, "run %d is a deployment and cannot be rerun", r.ID).
			WithHint("Resume it with POST /api/v1/environments/%s/deployments/%d/resume, or make a new plan.", ids.FormatNumber(r.Environment), r.ID)
	case !r.Status.IsOver():
		return fault.New(fault.Invalid, "run %d has not ended", r.ID).WithHint("Wait until it ends, or cancel it.")
	default:
		return nil
	}
}

// incompleteNodes returns the nodes that failed or did not run.
func incompleteNodes(r run.Results) map[transform.NodeID]bool {
	incomplete := map[transform.NodeID]bool{}
	for _, id := range r.Plan.IDs() {
		if r.Nodes[id].State != run.NodeComplete {
			incomplete[id] = true
		}
	}
	return incomplete
}
