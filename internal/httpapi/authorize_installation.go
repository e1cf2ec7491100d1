package httpapi

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/installation"
)

// operators resolves to the installation as a whole, for operators only.
func operators(ctx context.Context, h *handlers, actor account.Actor, _ any) (resource, error) {
	return resource{isOwn: true}, h.services.Installation.RequireOperator(ctx, actor)
}

// inOrganizations resolves a request that names an organization. Everybody but operators gets 404, whether it exists or not.
func inOrganizations[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		err := h.services.Installation.RequireOperator(ctx, actor)
		if fault.Is(err, fault.Forbidden) {
			return resource{}, installation.NotFound(ids.Organization(name(as[R](request))))
		}
		return resource{isOwn: true}, err
	}
}
