package httpapi

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/schedule"
)

// belongings are things that belong to an environment, and that whoever may see the environment may see.
type belongings interface {
	// EnvironmentOf gives the environment that the thing with this id belongs to.
	EnvironmentOf(ctx context.Context, organization ids.Organization, id string) (ids.Environment, error)
}

// inPlan is the scope of a request that names a plan.
func inPlan[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.belongingPlace(ctx, h.services.Plans, actor, name(as[R](request)))
	}
}

// inSchedule is the scope of a request that names a schedule.
func inSchedule[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		id := name(as[R](request))
		found, err := h.belongingPlace(ctx, h.services.Schedules, actor, id)
		found.notFound = schedule.NotFound(id)
		return found, err
	}
}

func (h *handlers) belongingPlace(ctx context.Context, kept belongings, actor account.Actor, id string) (resource, error) {
	environment, err := kept.EnvironmentOf(ctx, actor.Organization, id)
	if err != nil {
		return resource{}, err
	}
	missing := fault.New(fault.NotFound, "%s was not found", id).WithHint("List those that you can see.")
	found, err := h.environmentPlace(ctx, actor, ids.FormatNumber(environment))
	if fault.Is(err, fault.NotFound) {
		return resource{see: account.UsersManage, notFound: missing}, nil // of something that is gone: for administrators
	}
	found.notFound = missing
	return found, err
}
