package refresh

import (
	"context"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// StartAll starts many refreshes of one environment for schedules. It reads the environment once, plans equal refreshes once
// and stores the runs in one transaction. An error of one of them does not affect the others.
func (s *Service) StartAll(ctx context.Context, organization ids.Organization, target ids.Environment, requests []run.StartRequest) []run.Started {
	started := make([]run.Started, len(requests))
	in, err := s.findTarget(ctx, organization, target)
	if err != nil {
		return failAll(started, err)
	}
	drafts, positions := make([]run.Draft, 0, len(requests)), make([]int, 0, len(requests))
	plans := sharedPlans{service: s, in: in, planned: map[selection]plannedOnce{}}
	for i := range requests {
		draft, err := plans.draft(ctx, requests[i])
		if err != nil {
			started[i].Err = err
			continue
		}
		drafts, positions = append(drafts, draft), append(positions, i)
	}
	if len(drafts) == 0 {
		return started
	}
	stored, err := s.store.InsertAll(ctx, organization, drafts)
	for i, position := range positions {
		if err != nil {
			started[position].Err = err
			continue
		}
		started[position] = stored[i]
	}
	s.options.Wake()
	return started
}

func failAll(started []run.Started, err error) []run.Started {
	for i := range started {
		started[i].Err = err
	}
	return started
}

// findTarget finds an environment and checks that it can be refreshed.
func (s *Service) findTarget(ctx context.Context, organization ids.Organization, target ids.Environment) (refreshTarget, error) {
	environment, err := s.options.Environments.Find(ctx, organization, target)
	if err != nil {
		return refreshTarget{}, err
	}
	if err := canRefresh(environment, false); err != nil {
		return refreshTarget{}, err
	}
	connection, err := s.ResolveConnection(ctx, environment)
	return refreshTarget{environment, connection}, err
}

// sharedPlans plans refreshes of one environment. Many schedules refresh the same nodes.
type sharedPlans struct {
	service *Service
	in      refreshTarget
	planned map[selection]plannedOnce
}

// selection is the part of a request that determines its plan.
type selection struct {
	job, include, exclude, parameters string
	merge, onlyChanged                bool
}

// plannedOnce is the result of planning a selection.
type plannedOnce struct {
	refresh plannedRefresh
	err     error
}

func (p sharedPlans) draft(ctx context.Context, request run.StartRequest) (run.Draft, error) {
	details, err := detailsOf(request)
	if err != nil {
		return run.Draft{}, err
	}
	r := refreshRequest{
		target: request.Target, details: details, parameters: request.Parameters, merge: request.MergeParameters, firing: request.Firing,
	}
	key := selection{details.Job, details.Include, details.Exclude, string(r.parameters), r.merge, details.OnlyChanged}
	found, isKnown := p.planned[key]
	if !isKnown {
		found.refresh, found.err = p.service.planIn(ctx, p.in, r)
		p.planned[key] = found
	}
	return found.refresh.draft(p.in, r), found.err
}
