package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// StartAll is Start for many refreshes of one environment that schedules want at once. The environment is looked up once,
// and the runs are stored in one transaction; what is wrong with one of them does not touch the others.
func (s *Service) StartAll(ctx context.Context, organization ids.Organization, target ids.Environment, requests []run.StartRequest) []run.Started {
	started := make([]run.Started, len(requests))
	in, err := s.findTarget(ctx, organization, target)
	if err != nil {
		return refuse(started, err)
	}
	drafts, places := make([]run.Draft, 0, len(requests)), make([]int, 0, len(requests))
	for i := range requests {
		draft, err := s.firingDraft(ctx, in, requests[i])
		if err != nil {
			started[i].Err = err
			continue
		}
		drafts, places = append(drafts, draft), append(places, i)
	}
	if len(drafts) == 0 {
		return started
	}
	stored, err := s.store.InsertAll(ctx, organization, drafts)
	for i, place := range places {
		if err != nil {
			started[place].Err = err
			continue
		}
		started[place] = stored[i]
	}
	s.options.Wake()
	return started
}

func refuse(started []run.Started, err error) []run.Started {
	for i := range started {
		started[i].Err = err
	}
	return started
}

// refreshTarget finds an environment that can be refreshed.
func (s *Service) findTarget(ctx context.Context, organization ids.Organization, target ids.Environment) (refreshTarget, error) {
	environment, err := s.options.Environments.Find(ctx, organization, target)
	if err != nil {
		return refreshTarget{}, err
	}
	if err := canRefresh(environment, false); err != nil {
		return refreshTarget{}, err
	}
	spot, err := s.resolveConnection(ctx, environment)
	return refreshTarget{environment, spot}, err
}

func (s *Service) firingDraft(ctx context.Context, in refreshTarget, request run.StartRequest) (run.Draft, error) {
	details, err := detailsOf(request)
	if err != nil {
		return run.Draft{}, err
	}
	return s.draftIn(ctx, in, refreshRequest{
		target: request.Target, details: details, parameters: request.Parameters, merge: request.MergeParameters, firing: request.Firing,
	})
}
