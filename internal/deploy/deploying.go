package deploy

import (
	"context"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// DeployRequest asks to execute a plan.
type DeployRequest struct {
	Plan               PlanID
	ConfirmDestructive bool
	Parallelism        *int // nil is the default
}

// Deploy starts the run that executes a plan.
func (s *Plans) Deploy(ctx context.Context, by account.Actor, order DeployRequest) (run.Run, error) {
	parallelism, err := order.parallelism()
	if err != nil {
		return run.Run{}, err
	}
	made, err := s.options.Store.FindPlan(ctx, by.Organization, order.Plan)
	if err != nil {
		return run.Run{}, err
	}
	if err := made.canDeploy(); err != nil {
		return run.Run{}, err
	}
	again, err := s.replan(ctx, &made)
	if err != nil {
		return run.Run{}, err
	}
	r := review{made: &made, again: &again, steps: made.Result.Plan}
	if err := r.check(order.ConfirmDestructive); err != nil {
		return run.Run{}, err
	}
	return s.start(ctx, by, made, startOptions{steps: made.Result.Plan, parallelism: parallelism})
}

func (o DeployRequest) parallelism() (int, error) {
	if o.Parallelism == nil {
		return plan.DefaultParallelism, nil
	}
	return *o.Parallelism, plan.CheckParallelism(*o.Parallelism)
}

// canDeploy checks the plan alone; storing the run checks the version of the environment.
func (p *Plan) canDeploy() error {
	switch {
	case p.Status == Deployed:
		return fault.New(fault.Conflict, "plan %s was deployed by run %d", p.ID, p.Run).WithHint("Make a new plan.")
	case p.Status == Stale:
		return staleFault(p)
	case len(p.Result.Issues.Blocking) > 0:
		first := p.Result.Issues.Blocking[0]
		return fault.New(fault.Invalid, "the plan cannot be deployed: %s", first.Message).
			WithHint("%s. Then make a new plan.", strings.TrimSuffix(first.Hint, "."))
	}
	return nil
}

func staleFault(p *Plan) error {
	return fault.New(fault.Conflict, "environment %d has changed since plan %s was made", p.Environment, p.ID).WithHint("Make a new plan.")
}

// startOptions are the remaining steps of a plan, and how to execute them.
type startOptions struct {
	steps       plan.Plan
	parallelism int
	resumes     ids.Run // the run that it resumes; 0 for none
}

func (s *Plans) start(ctx context.Context, by account.Actor, made Plan, w startOptions) (run.Run, error) {
	started, err := s.options.Runs.Insert(ctx, by, run.Draft{
		Environment: made.Environment, Type: run.Deploy, Plan: w.steps, Parameters: made.Parameters, Snapshot: made.Snapshot,
		Connection: made.Connection, DataFolderID: made.DataFolderID, RerunOf: w.resumes,
		Details: run.Details{
			Parallelism: w.parallelism, Commit: made.Origin.Commit, CommitMessage: made.Origin.Message, Plan: string(made.ID),
		},
	})
	if err == nil {
		s.options.Wake()
	}
	return started, err
}
