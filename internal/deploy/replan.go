package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
)

// replan makes a plan from the files and parameters of an earlier one, of what is there now. It is not stored: it shows
// whether the earlier one still holds. The version of the environment alone cannot tell, since others may work in the same
// schemas, and refreshes fill tables.
func (s *Plans) replan(ctx context.Context, made *Plan) (Plan, error) {
	state, err := s.options.Store.State(ctx, made.Organization, made.Environment)
	if err != nil {
		return Plan{}, err
	}
	e, err := s.options.Environments.Find(ctx, made.Organization, made.Environment)
	if err != nil {
		return Plan{}, err
	}
	parameters, err := snapshot.ResolveParameters(made.Parameters, nil, false)
	if err != nil {
		return Plan{}, err
	}
	site, err := s.options.Sites.ResolveConnection(ctx, e)
	if err != nil {
		return Plan{}, err
	}
	again := *made
	again.Version, again.Connection = state.Version, site.Connection
	err = s.compare(ctx, comparison{
		environment: e, state: state, source: source{snapshot: snapshot.Snapshot{ID: made.Snapshot}, isStored: true}, site: site,
		place: site.Target(e.Settings.Mappings, parameters.Values),
	}, &again)
	return again, err
}

// CheckPreconditions looks again at the moment in which a deploy begins. It may have waited for a refresh that filled a table which the
// plan drops, or made one of a name that the plan needs.
func (s *Plans) CheckPreconditions(ctx context.Context, claimed *run.ClaimedRun) error {
	if claimed.Run.Type != run.Deploy || claimed.Run.Details.Plan == "" {
		return nil
	}
	made, err := s.options.Store.FindPlan(ctx, claimed.Run.Organization, PlanID(claimed.Run.Details.Plan))
	if err != nil {
		return err
	}
	again, err := s.replan(ctx, &made)
	if err != nil {
		return err
	}
	again.Version = made.Version // the run was stored for it, and nothing else can be deployed meanwhile
	r := review{made: &made, again: &again, steps: claimed.Plan, isRest: claimed.Run.RerunOf != 0}
	return r.check(true) // else it would not have been started
}
