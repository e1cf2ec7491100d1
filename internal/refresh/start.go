package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/validate"
)

const maxDescription = 1_000

// Start plans a refresh and stores it. The run is accepted when it returns.
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
		Description: r.Description, KeepFailingRows: r.KeepFailingRows, OnlyChanged: r.OnlyChanged,
	}
	if r.Parallelism != nil {
		details.Parallelism = *r.Parallelism
	}
	if err := plan.CheckParallelism(details.Parallelism); err != nil {
		return run.Details{}, err
	}
	return details, validate.CheckParagraphs("refreshDescription", r.Description, maxDescription)
}

// Rerun plans a new run over what failed or did not run in an old one, with the old one's parameters.
func (s *Service) Rerun(ctx context.Context, by account.Actor, request run.RerunRequest) (run.Run, error) {
	old, err := s.store.Results(ctx, by.Sees(), request.Run)
	if err != nil {
		return run.Run{}, err
	}
	if err := canRerun(old.Run); err != nil {
		return run.Run{}, err
	}
	left := leftOf(old)
	if len(left) == 0 {
		return run.Run{}, fault.New(fault.Invalid, "every node of run %d is complete", old.Run.ID).
			WithHint("Start a new run to do it all again.")
	}
	parameters := request.Parameters
	if isAbsent(parameters) {
		parameters = old.Run.Parameters
	}
	details := old.Run.Details
	details.Force = request.Force
	return s.refresh(ctx, by, refreshRequest{
		target: old.Run.Environment, details: details, parameters: parameters, rerunOf: old.Run.ID,
		only: func(id transform.NodeID) bool { return left[id] }, firing: request.Firing,
	})
}

func canRerun(r run.Run) error {
	switch {
	case r.Type == run.Deploy:
		return fault.New(fault.Invalid, "run %d is a deploy, which cannot be run again", r.ID).
			WithHint("Resume it with POST /api/v1/environments/%s/deployments/%d/resume, or make a new plan.", ids.FormatNumber(r.Environment), r.ID)
	case !r.Status.IsOver():
		return fault.New(fault.Invalid, "run %d is not over", r.ID).WithHint("Wait until it ends, or cancel it.")
	default:
		return nil
	}
}

// left are the nodes that failed or were not reached.
func leftOf(r run.Results) map[transform.NodeID]bool {
	left := map[transform.NodeID]bool{}
	for _, id := range r.Plan.IDs() {
		if r.Nodes[id].State != run.NodeComplete {
			left[id] = true
		}
	}
	return left
}
