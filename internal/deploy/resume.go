package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// ResumeRequest asks to resume a deployment that did not complete.
type ResumeRequest struct {
	Environment        ids.Environment
	Run                ids.Run
	ConfirmDestructive bool
}

// Resume continues a deployment that failed or was canceled: it executes the steps that are not completed, with the same
// statements. Planning again must return the same statements for them.
func (s *Plans) Resume(ctx context.Context, by account.Actor, failed ResumeRequest) (run.Run, error) {
	found, err := s.options.Store.FindDeployment(ctx, by.Organization, failed.Environment, failed.Run)
	if err != nil {
		return run.Run{}, err
	}
	if !found.Status.IsOver() || found.Status == run.Completed {
		return run.Run{}, fault.New(fault.Invalid, "run %d is %s", failed.Run, found.Status).
			WithHint("Only a deployment that failed or was canceled can be resumed.")
	}
	made, err := s.options.Store.FindPlan(ctx, by.Organization, found.Plan)
	if err != nil {
		return run.Run{}, err
	}
	results, err := s.options.Runs.Results(ctx, account.Visibility{Organization: by.Organization, Everything: true}, failed.Run)
	if err != nil {
		return run.Run{}, err
	}
	again, err := s.replan(ctx, &made)
	if err != nil {
		return run.Run{}, err
	}
	rest := remaining(results)
	r := review{made: &made, again: &again, steps: rest, isRest: true}
	if err := r.check(failed.ConfirmDestructive); err != nil {
		return run.Run{}, err
	}
	return s.start(ctx, by, made, startOptions{
		steps: rest, parallelism: results.Run.Details.Parallelism, resumes: failed.Run,
	})
}

// remaining returns the steps of a run that are not completed, in their order, without edges to completed steps.
func remaining(of run.Results) plan.Plan {
	var rest plan.Plan
	position := make(map[int]int, len(of.Plan.Nodes))
	for i := range of.Plan.Nodes {
		step := of.Plan.Nodes[i]
		if isDone(of, step.ID) {
			continue
		}
		position[i] = len(rest.Nodes)
		var upstream []int
		for _, before := range step.Upstream {
			if at, ok := position[before]; ok {
				upstream = append(upstream, at)
			}
		}
		step.Upstream = upstream
		rest.Nodes = append(rest.Nodes, step)
	}
	return rest
}

func isDone(of run.Results, id transform.NodeID) bool { return of.Nodes[id].State == run.NodeComplete }
