package httpapi

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/schedule"
)

// environmentFinder finds the environment of an object that belongs to one. Users who can see the environment can see
// the object.
type environmentFinder interface {
	// EnvironmentOf returns the environment that the object with this id belongs to.
	EnvironmentOf(ctx context.Context, organization ids.Organization, id string) (ids.Environment, error)
}

// inPlan resolves a request that names a plan.
func inPlan[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.ownedResource(ctx, h.services.Plans, actor, name(as[R](request)))
	}
}

// inSchedule resolves a request that names a schedule.
func inSchedule[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		id := name(as[R](request))
		found, err := h.ownedResource(ctx, h.services.Schedules, actor, id)
		found.notFound = schedule.NotFound(id)
		return found, err
	}
}

func (h *handlers) ownedResource(ctx context.Context, finder environmentFinder, actor account.Actor, id string) (resource, error) {
	environment, err := finder.EnvironmentOf(ctx, actor.Organization, id)
	if err != nil {
		return resource{}, err
	}
	missing := fault.New(fault.NotFound, "%s was not found", id).WithHint("Send a GET to the collection to list what you can see.")
	found, err := h.environmentResource(ctx, actor, ids.FormatNumber(environment))
	if fault.Is(err, fault.NotFound) {
		return resource{readPermission: account.UsersManage, notFound: missing}, nil // the environment was deleted: only administrators see the object
	}
	found.notFound = missing
	return found, err
}
