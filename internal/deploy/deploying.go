package deploy

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/deployed"
	"github.com/millrace/millrace/internal/difference"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

const (
	defaultParallelism = 16
	mostParallelism    = 256
)

// Order asks for a plan to be carried out.
type Order struct {
	Plan               PlanID
	ConfirmDestructive bool
	Parallelism        *int // nil is the default
}

// Deploy starts the run that carries a plan out.
func (s *Plans) Deploy(ctx context.Context, by account.Actor, order Order) (run.Run, error) {
	parallelism, err := order.parallelism()
	if err != nil {
		return run.Run{}, err
	}
	made, err := s.options.Store.FindPlan(ctx, by.Organization, order.Plan)
	if err != nil {
		return run.Run{}, err
	}
	if err := made.canDeploy(order.ConfirmDestructive); err != nil {
		return run.Run{}, err
	}
	if err := s.checkWarehouse(ctx, &made); err != nil {
		return run.Run{}, err
	}
	return s.start(ctx, by, made, work{steps: made.Result.Plan, parallelism: parallelism})
}

// checkWarehouse makes sure that the warehouse is still what the plan was made for: to plan again must give the same
// statements. The version of the environment cannot tell, since others may work in the same schemas.
func (s *Plans) checkWarehouse(ctx context.Context, made *Plan) error {
	state, err := s.options.Store.State(ctx, made.Organization, made.Environment)
	if err != nil {
		return err
	}
	e, err := s.options.Environments.Find(ctx, made.Organization, made.Environment)
	if err != nil {
		return err
	}
	parameters, err := deployed.SettleParameters(made.Parameters, nil, false)
	if err != nil {
		return err
	}
	site, err := s.options.Sites.Site(ctx, e)
	if err != nil {
		return err
	}
	again := *made
	err = s.compare(ctx, comparison{
		environment: e, state: state, source: source{snapshot: deployed.Snapshot{ID: made.Snapshot}, isStored: true}, site: site,
		place: site.Place(e.Settings.Mappings, parameters.Values),
	}, &again)
	if err != nil {
		return err
	}
	if state.Version != made.Version || site.Connection != made.Connection {
		return staleFault(made)
	}
	same, err := isSamePlan(again.Result.Plan, made.Result.Plan)
	if err == nil && !same {
		return fault.New(fault.Conflict, "the warehouse of environment %d has changed since plan %s was made", made.Environment, made.ID).
			WithHint("Make a new plan: it shows what is different.")
	}
	return err
}

// isSamePlan compares plans as they are stored: one of them was.
func isSamePlan(one, other plan.Plan) (bool, error) {
	a, err := json.Marshal(one)
	if err != nil {
		return false, err
	}
	b, err := json.Marshal(other)
	return bytes.Equal(a, b), err
}

func (o Order) parallelism() (int, error) {
	if o.Parallelism == nil {
		return defaultParallelism, nil
	}
	if *o.Parallelism < 1 || *o.Parallelism > mostParallelism {
		return 0, fault.New(fault.Invalid, "parallelism cannot be %d", *o.Parallelism).
			WithHint("It is how many nodes are worked on at once, from 1 to %d.", mostParallelism)
	}
	return *o.Parallelism, nil
}

// canDeploy looks at the plan alone; whether its environment has moved on is seen when the run is stored.
func (p *Plan) canDeploy(isConfirmed bool) error {
	switch {
	case p.Status == Deployed:
		return fault.New(fault.Conflict, "plan %s was deployed by run %d", p.ID, p.Run).WithHint("Make a new plan.")
	case p.Status == Stale:
		return staleFault(p)
	case len(p.Result.Issues.Stop) > 0:
		first := p.Result.Issues.Stop[0]
		return fault.New(fault.Invalid, "the plan cannot be deployed: %s", first.Message).
			WithHint("%s. Then make a new plan.", strings.TrimSuffix(first.Hint, "."))
	case p.IsDestructive && !isConfirmed:
		return fault.New(fault.Invalid, "the plan destroys data: %s", strings.Join(p.destroyed(), ", ")).
			WithHint("Look at the plan, and send confirmDestructive if that is what you want.")
	}
	return nil
}

func staleFault(p *Plan) error {
	return fault.New(fault.Conflict, "environment %d has changed since plan %s was made", p.Environment, p.ID).WithHint("Make a new plan.")
}

// mostNamed is how many objects a message names.
const mostNamed = 5

// destroyed names what is lost, with how much of it.
func (p *Plan) destroyed() []string {
	var names []string
	for i := range p.Result.Changes {
		for _, d := range p.Result.Changes[i].Destroys {
			if len(names) == mostNamed {
				return append(names, "and more")
			}
			names = append(names, describe(d))
		}
	}
	return names
}

func describe(d difference.Destruction) string {
	text := d.What + " " + d.Object
	if d.Column != "" {
		text = d.What + " " + d.Column + " of " + d.Object
	}
	if d.Rows == nil {
		return text
	}
	return fmt.Sprintf("%s (%d rows)", text, *d.Rows)
}

// work is what is left to do of a plan.
type work struct {
	steps       plan.Plan
	parallelism int
	resumes     ids.Run // the run that it goes on with; 0 for none
}

func (s *Plans) start(ctx context.Context, by account.Actor, made Plan, w work) (run.Run, error) {
	started, err := s.options.Runs.Insert(ctx, by, run.Draft{
		Environment: made.Environment, Type: run.Deploy, Plan: w.steps, Parameters: made.Parameters, Snapshot: made.Snapshot,
		Connection: made.Connection, Home: made.Home, RerunOf: w.resumes,
		Details: run.Details{
			Parallelism: w.parallelism, Commit: made.Origin.Commit, CommitMessage: made.Origin.Message, Plan: string(made.ID),
		},
	})
	if err == nil {
		s.options.Wake()
	}
	return started, err
}
