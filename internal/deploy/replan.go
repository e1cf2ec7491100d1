package deploy

import (
	"context"

	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/snapshot"
)

// replan plans the files and parameters of an earlier plan against the current catalog. The result is not stored; it shows
// whether the earlier plan is still valid. The version of the environment does not tell that, because other programs may
// write to the same schemas and refreshes load tables.
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
	connection, err := s.options.Connections.ResolveConnection(ctx, e)
	if err != nil {
		return Plan{}, err
	}
	again := *made
	again.Version, again.Connection = state.Version, connection.Connection
	err = s.compare(ctx, comparison{
		environment: e, state: state, source: source{snapshot: snapshot.Snapshot{ID: made.Snapshot}, isStored: true}, connection: connection,
		target: connection.Target(e.Settings.Mappings, parameters.Values), scope: made.platformScope(),
	}, &again)
	return again, err
}

// CheckPreconditions plans again when a deploy starts. The deploy may have waited for a refresh that loaded a table which the
// plan drops, or created an object of a name that the plan needs.
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
	again.Version = made.Version // the run was stored for that version, and no other deploy can start meanwhile
	r := review{made: &made, again: &again, steps: claimed.Plan, isRest: claimed.Run.RerunOf != 0}
	return r.check(true) // the run was started with a confirmation
}
