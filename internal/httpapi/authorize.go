package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

// authorize checks the permission table before every handler.
func (s *server) authorize(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	rule := permissions[lowerFirst(operation)]
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		var in account.Scope
		if rule.in != nil {
			var err error
			if in, err = rule.check(ctx, &s.handlers, request); err != nil {
				return nil, s.recordRefusal(r.WithContext(ctx), operation, in, err)
			}
		}
		if err := s.checkSpace(r, operation); err != nil {
			return nil, err
		}
		response, err := next(ctx, w, r, request)
		if errors.Is(err, account.ErrUnconfirmed) {
			err = s.recordRefusal(r.WithContext(ctx), operation, in, err)
		}
		return response, err
	}
}

// check resolves the resource of the request and checks that the actor can see it and has the permissions. It returns the
// scope of the resource.
func (r rule) check(ctx context.Context, h *handlers, request any) (account.Scope, error) {
	actor := actorOf(ctx)
	found, err := r.in(ctx, h, actor, request)
	if err != nil {
		return account.Scope{}, err
	}
	if found.readPermission != "" && !actor.Can(found.readPermission, found.scope) {
		return found.scope, found.notFound
	}
	if found.isOwn {
		return found.scope, nil
	}
	needed := []account.Permission{found.permission(r.need)}
	if r.also != nil {
		needed = append(needed, r.also(found, request))
	}
	for _, permission := range needed {
		if permission != "" && !actor.Can(permission, found.scope) {
			return found.scope, fault.New(fault.Forbidden, "your roles do not allow this").
				WithHint("This operation needs the permission %s. Ask an administrator for a role that has it.", permission)
		}
	}
	return found.scope, nil
}

// resource is what a request is about. An actor without the permission to read it gets notFound.
type resource struct {
	scope          account.Scope
	readPermission account.Permission
	notFound       error
	isOwn          bool // the actor's own resource; no role is needed
	// connection is that of the environment or workspace. Empty means the organization's default connection.
	connection ids.Connection
	// connectionUser is the environment's own user of its connection; empty if it has none.
	connectionUser string
	// isWorkspace says that the resource is a workspace where the operation expects an environment: an actor who may
	// edit the workspace may run its nodes.
	isWorkspace bool
}

// permission returns the permission that a workspace needs where the table names one for environments.
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

// resourceResolver returns the resource of a request.
type resourceResolver func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error)

// as returns the request as type R. It panics if the permission table expects another type, which is a programming
// error.
func as[R any](request any) R {
	typed, ok := request.(R)
	if !ok {
		panic(fmt.Sprintf("httpapi: the permission table expects %T, but the request is %T", typed, request))
	}
	return typed
}

// organization resolves to the organization as a whole.
func organization(context.Context, *handlers, account.Actor, any) (resource, error) {
	return resource{}, nil
}

// inProject resolves a request that names a project.
func inProject[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.projectResource(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) projectResource(ctx context.Context, actor account.Actor, id string) (resource, error) {
	if id == "" {
		return resource{}, fault.New(fault.Invalid, "project is missing").WithHint("Send the id of a project.")
	}
	found, err := h.services.Projects.Get(ctx, actor.Organization, ids.Project(id))
	return resource{scope: account.Scope{Project: found.ID}, readPermission: account.ProjectRead, notFound: project.ProjectNotFound(id)}, err
}

// inEnvironment resolves a request that names an environment.
func inEnvironment[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.environmentResource(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) environmentResource(ctx context.Context, actor account.Actor, id string) (resource, error) {
	missing := project.EnvironmentNotFound(id)
	number, ok := ids.ParseNumber[ids.Environment](id)
	if !ok {
		return resource{}, missing
	}
	found, err := h.services.Environments.Get(ctx, actor.Organization, number)
	return resource{
		scope: account.Scope{Project: found.Project, Environment: found.ID}, readPermission: account.EnvironmentRead, notFound: missing,
		connection: found.Settings.Connection, connectionUser: found.Settings.ConnectionUser,
	}, err
}

// inWorkspace resolves a request that names a workspace.
func inWorkspace[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.workspaceResource(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) workspaceResource(ctx context.Context, actor account.Actor, id string) (resource, error) {
	missing := project.WorkspaceNotFound(id)
	number, ok := ids.ParseNumber[ids.Workspace](id)
	if !ok {
		return resource{}, missing
	}
	found, err := h.services.Workspaces.Get(ctx, actor.Organization, number)
	return resource{
		scope: account.Scope{Project: found.Project}, readPermission: account.WorkspaceRead, notFound: missing, connection: found.Settings.Connection,
	}, err
}

// inRunTarget resolves a request whose id may be that of an environment or of a workspace. They share one sequence of
// ids.
func inRunTarget[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.runTargetResource(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) runTargetResource(ctx context.Context, actor account.Actor, id string) (resource, error) {
	if id == "" {
		return resource{}, fault.New(fault.Invalid, "environmentID is missing").
			WithHint("Send the id of an environment or a workspace as runDetails.environmentID.")
	}
	found, err := h.environmentResource(ctx, actor, id)
	if !fault.Is(err, fault.NotFound) {
		return found, err
	}
	found, err = h.workspaceResource(ctx, actor, id)
	if fault.Is(err, fault.NotFound) {
		err = project.EnvironmentNotFound(id)
	}
	found.isWorkspace = true
	return found, err
}

// inRun resolves a request that names a run to the environment or workspace of that run.
func inRun[R any](name func(R) string) resourceResolver {
	return func(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
		return h.runResource(ctx, actor, name(as[R](request)))
	}
}

func (h *handlers) runResource(ctx context.Context, actor account.Actor, id string) (resource, error) {
	number, err := parseRun(id)
	if err != nil {
		return resource{}, err
	}
	found, err := h.services.Runs.Find(ctx, actor.Sees(), number)
	if err != nil {
		return resource{}, err
	}
	where, err := h.runTargetResource(ctx, actor, ids.FormatNumber(found.Environment))
	if fault.Is(err, fault.NotFound) {
		return resource{readPermission: account.UsersManage, notFound: run.NotFound(id)}, nil // the run target was deleted: only administrators see the run
	}
	return where, err
}
