package httpapi

import (
	"context"
	"fmt"
	"net/http"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// authorize asks the permission table before every handler.
func (s *server) authorize(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	rule := permissions[lowerFirst(operation)]
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		if rule.in != nil {
			if err := rule.check(ctx, &s.handlers, request); err != nil {
				return nil, err
			}
		}
		return next(ctx, w, r, request)
	}
}

// check finds what the request is about, whether the actor can see it, and whether the actor may.
func (r rule) check(ctx context.Context, h *handlers, request any) error {
	actor := actorOf(ctx)
	place, err := r.in(ctx, h, actor, request)
	if err != nil {
		return err
	}
	if place.see != "" && !actor.Can(place.see, place.target) {
		return place.notFound
	}
	if place.own {
		return nil
	}
	needed := []account.Permission{place.permission(r.need)}
	if r.also != nil {
		needed = append(needed, r.also(place, request))
	}
	for _, permission := range needed {
		if permission != "" && !actor.Can(permission, place.target) {
			return fault.New(fault.Forbidden, "your roles do not allow this").
				WithHint("It needs the permission %s. Ask an administrator for a role that has it.", permission)
		}
	}
	return nil
}

// resource is what a request is about. Those without the permission see are told that it is not there.
type resource struct {
	target   account.Scope
	see      account.Permission
	notFound error
	own      bool // the actor's own; no role is needed
	// connection is the one of the environment or workspace; empty is the organization's default one.
	connection ids.Connection
	// isWorkspace says that a workspace stands in the place of an environment: whoever may edit it may run what is in it.
	isWorkspace bool
}

// permission is the one that is needed here, where the table names one of environments.
func (p resource) permission(need account.Permission) account.Permission {
	if !p.isWorkspace {
		return need
	}
	switch need {
	case account.EnvironmentRun:
		return account.WorkspaceEdit
	case account.EnvironmentRead:
		return account.WorkspaceRead
	default:
		return need
	}
}

// resourceResolver finds the place of a request.
type resourceResolver func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error)

// as is the request in the type that the table says. A table that says another is a mistake of ours.
func as[R any](request any) R {
	typed, ok := request.(R)
	if !ok {
		panic(fmt.Sprintf("httpapi: the table of permissions expects %T for a request of %T", typed, request))
	}
	return typed
}

// organization is the scope of what is about the organization as a whole.
func organization(context.Context, *handlers, account.Actor, any) (resource, error) {
	return resource{}, nil
}

// inProject is the scope of a request that names a project.
func inProject[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.projectPlace(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) projectPlace(ctx context.Context, actor account.Actor, id string) (resource, error) {
	if id == "" {
		return resource{}, fault.New(fault.Invalid, "project is missing").WithHint("Give the id of a project.")
	}
	found, err := h.services.Projects.Get(ctx, actor.Organization, ids.Project(id))
	return resource{target: account.Scope{Project: found.ID}, see: account.ProjectRead, notFound: project.ProjectNotFound(id)}, err
}

// inEnvironment is the scope of a request that names an environment.
func inEnvironment[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.environmentPlace(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) environmentPlace(ctx context.Context, actor account.Actor, id string) (resource, error) {
	missing := project.EnvironmentNotFound(id)
	number, ok := ids.ParseNumber[ids.Environment](id)
	if !ok {
		return resource{}, missing
	}
	found, err := h.services.Environments.Get(ctx, actor.Organization, number)
	return resource{
		target: account.Scope{Project: found.Project, Environment: found.ID}, see: account.EnvironmentRead, notFound: missing,
		connection: found.Settings.Connection,
	}, err
}

// inWorkspace is the scope of a request that names a workspace.
func inWorkspace[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.workspacePlace(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) workspacePlace(ctx context.Context, actor account.Actor, id string) (resource, error) {
	missing := project.WorkspaceNotFound(id)
	number, ok := ids.ParseNumber[ids.Workspace](id)
	if !ok {
		return resource{}, missing
	}
	found, err := h.services.Workspaces.Get(ctx, actor.Organization, number)
	return resource{
		target: account.Scope{Project: found.Project}, see: account.WorkspaceRead, notFound: missing, connection: found.Settings.Connection,
	}, err
}

// inEither is the scope of a request whose id may be an environment's or a workspace's: they are counted together.
func inEither[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.eitherPlace(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) eitherPlace(ctx context.Context, actor account.Actor, id string) (resource, error) {
	if id == "" {
		return resource{}, fault.New(fault.Invalid, "environmentID is missing").
			WithHint("Give the id of an environment or of a workspace as runDetails.environmentID.")
	}
	found, err := h.environmentPlace(ctx, actor, id)
	if !fault.Is(err, fault.NotFound) {
		return found, err
	}
	found, err = h.workspacePlace(ctx, actor, id)
	if fault.Is(err, fault.NotFound) {
		err = project.EnvironmentNotFound(id)
	}
	found.isWorkspace = true
	return found, err
}

// inRun is the scope of a request that names a run: the environment or workspace that it ran in.
func inRun[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.runPlace(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) runPlace(ctx context.Context, actor account.Actor, id string) (resource, error) {
	number, err := parseRun(id)
	if err != nil {
		return resource{}, err
	}
	found, err := h.services.Runs.Find(ctx, actor.Sees(), number)
	if err != nil {
		return resource{}, err
	}
	where, err := h.eitherPlace(ctx, actor, ids.FormatNumber(found.Environment))
	if fault.Is(err, fault.NotFound) {
		return resource{see: account.UsersManage, notFound: run.NotFound(id)}, nil // of something that is gone: for administrators
	}
	return where, err
}
