package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// include says what a project is presented with.
type include struct{ workspaces, jobs bool }

func includes(workspaces, jobs *string) (include, error) {
	var requested include
	var err error
	if requested.workspaces, err = flag("includeWorkspaces", workspaces); err != nil {
		return requested, err
	}
	requested.jobs, err = flag("includeJobs", jobs)
	return requested, err
}

// ListProjects returns the projects that the actor can see.
func (h *handlers) ListProjects(ctx context.Context, r api.ListProjectsRequestObject) (api.ListProjectsResponseObject, error) {
	requested, err := includes(r.Params.IncludeWorkspaces, r.Params.IncludeJobs)
	if err != nil {
		return nil, err
	}
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, project.ProjectOrder)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	result, err := h.services.Projects.List(ctx, actor.Sees(), request)
	if err != nil {
		return nil, err
	}
	shapes, err := h.presentProjects(ctx, result.Items, requested)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListProjects200JSONResponse{
		Data: shapes, Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateProject creates a project.
func (h *handlers) CreateProject(ctx context.Context, r api.CreateProjectRequestObject) (api.CreateProjectResponseObject, error) {
	body := r.Body
	var err error
	repository := sameText(&err, "gitRepo", body.GitRepo, body.GitRepoURL)
	if err != nil {
		return nil, err
	}
	created, err := h.services.Projects.Create(ctx, actorOf(ctx), project.Project{
		Name: body.Name, Platform: project.PlatformKind(body.PlatformKind), Description: value(body.Description),
		GitAccount: string(value(body.GitAccountID)), GitRepo: value(repository), GitBranch: value(body.GitBranch),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateProject201JSONResponse(presentProject(created)), nil
}

// GetProject returns a project.
func (h *handlers) GetProject(ctx context.Context, r api.GetProjectRequestObject) (api.GetProjectResponseObject, error) {
	requested, err := includes(r.Params.IncludeWorkspaces, r.Params.IncludeJobs)
	if err != nil {
		return nil, err
	}
	found, err := h.services.Projects.Get(ctx, actorOf(ctx).Organization, ids.Project(r.ProjectID))
	if err != nil {
		return nil, err
	}
	shapes, err := h.presentProjects(ctx, []project.Project{found}, requested)
	if err != nil {
		return nil, err
	}
	return api.GetProject200JSONResponse(shapes[0]), nil
}

// UpdateProject changes a project. Null clears a field.
func (h *handlers) UpdateProject(ctx context.Context, r api.UpdateProjectRequestObject) (api.UpdateProjectResponseObject, error) {
	requested, err := includes(r.Params.IncludeWorkspaces, r.Params.IncludeJobs)
	if err != nil {
		return nil, err
	}
	body := r.Body
	repository, err := patchAlias("gitRepo", patchField(body.GitRepo), patchField(body.GitRepoURL))
	if err != nil {
		return nil, err
	}
	patch := project.ProjectPatch{
		Name:        patchPointer(body.Name),
		Description: patchField(body.Description),
		GitAccount:  patchFieldAs(body.GitAccountID, func(id api.ID) string { return string(id) }),
		GitRepo:     repository,
		GitBranch:   patchField(body.GitBranch),
	}
	if body.PlatformKind != nil {
		patch.Platform = project.Some(project.PlatformKind(*body.PlatformKind))
	}
	changed, err := h.services.Projects.Update(ctx, actorOf(ctx), ids.Project(r.ProjectID), patch)
	if err != nil {
		return nil, err
	}
	shapes, err := h.presentProjects(ctx, []project.Project{changed}, requested)
	if err != nil {
		return nil, err
	}
	return api.UpdateProject200JSONResponse(shapes[0]), nil
}

// DeleteProject deletes a project.
func (h *handlers) DeleteProject(ctx context.Context, r api.DeleteProjectRequestObject) (api.DeleteProjectResponseObject, error) {
	return api.DeleteProject204Response{}, h.services.Projects.Delete(ctx, actorOf(ctx), ids.Project(r.ProjectID))
}

// presentProjects presents projects with the requested parts. One query reads the workspaces of all projects, and only
// those that the actor can see. The jobs are those of these workspaces.
func (h *handlers) presentProjects(ctx context.Context, projects []project.Project, requested include) ([]api.Project, error) {
	byProject := map[ids.Project][]project.Workspace{}
	if (requested.workspaces || requested.jobs) && len(projects) > 0 {
		actor := actorOf(ctx)
		query := project.WorkspaceQuery{Sees: actor.Sees(), Page: page.Request{OrderBy: "id"}}
		if len(projects) == 1 {
			query.Project = projects[0].ID
		}
		workspaces, err := h.services.Workspaces.List(ctx, query)
		if err != nil {
			return nil, err
		}
		for _, workspace := range workspaces.Items {
			byProject[workspace.Project] = append(byProject[workspace.Project], workspace)
		}
	}
	shapes := make([]api.Project, len(projects))
	for i, p := range projects {
		shapes[i] = presentProject(p)
		if requested.workspaces {
			shapes[i].Workspaces = new(present(byProject[p.ID], presentWorkspace))
		}
		if requested.jobs {
			jobs, err := h.services.Editor.JobsIn(ctx, p.Organization, present(byProject[p.ID], workspaceID)...)
			if err != nil {
				return nil, err
			}
			shapes[i].Jobs = new(present(jobs, presentJob))
		}
	}
	return shapes, nil
}

func workspaceID(w project.Workspace) ids.Workspace { return w.ID }

func presentProject(p project.Project) api.Project {
	return api.Project{
		ID: string(p.ID), Name: p.Name, Description: p.Description, PlatformKind: api.PlatformKind(p.Platform),
		GitAccountID: optional(p.GitAccount), GitRepo: optional(p.GitRepo), GitBranch: optional(p.GitBranch),
	}
}
