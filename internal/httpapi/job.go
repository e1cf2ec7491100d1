package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// ListWorkspaceJobs returns the jobs of a workspace.
func (h *handlers) ListWorkspaceJobs(ctx context.Context, r api.ListWorkspaceJobsRequestObject) (api.ListWorkspaceJobsResponseObject, error) {
	jobs, info, err := partList[workspace.Job]{
		workspace: r.WorkspaceID, params: page.Params(r.Params), read: h.services.Editor.Jobs, cursor: workspaceJobCursor,
	}.page(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListWorkspaceJobs200JSONResponse{
		Data: present(jobs, presentWorkspaceJob), Total: info.Total, Limit: info.Limit, Next: info.Next,
		OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateWorkspaceJob creates a job.
func (h *handlers) CreateWorkspaceJob(ctx context.Context, r api.CreateWorkspaceJobRequestObject) (api.CreateWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	job, err := h.services.Editor.CreateJob(ctx, actorOf(ctx), id, parseJob(r.Body))
	if err != nil {
		return nil, err
	}
	return api.CreateWorkspaceJob201JSONResponse{
		Body: presentWorkspaceJob(job), Headers: api.CreateWorkspaceJob201ResponseHeaders{ETag: etag(job.Version)},
	}, nil
}

// GetWorkspaceJob returns a job.
func (h *handlers) GetWorkspaceJob(ctx context.Context, r api.GetWorkspaceJobRequestObject) (api.GetWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	job, err := h.services.Editor.Job(ctx, actorOf(ctx).Organization, id, transform.JobID(r.JobID))
	if err != nil {
		return nil, err
	}
	return api.GetWorkspaceJob200JSONResponse{
		Body: presentWorkspaceJob(job), Headers: api.GetWorkspaceJob200ResponseHeaders{ETag: etag(job.Version)},
	}, nil
}

// UpdateWorkspaceJob replaces a job.
func (h *handlers) UpdateWorkspaceJob(ctx context.Context, r api.UpdateWorkspaceJobRequestObject) (api.UpdateWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	match, err := matchOf(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	draft := parseJob(r.Body)
	draft.Seen = match.seen(r.Body.Version)
	job, err := h.services.Editor.SetJob(ctx, actorOf(ctx), id, transform.JobID(r.JobID), draft)
	if err != nil {
		return nil, match.preconditionFault(err)
	}
	return api.UpdateWorkspaceJob200JSONResponse{
		Body: presentWorkspaceJob(job), Headers: api.UpdateWorkspaceJob200ResponseHeaders{ETag: etag(job.Version)},
	}, nil
}

// DeleteWorkspaceJob deletes a job.
func (h *handlers) DeleteWorkspaceJob(ctx context.Context, r api.DeleteWorkspaceJobRequestObject) (api.DeleteWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	match, err := matchOf(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	err = h.services.Editor.DeleteJob(ctx, actorOf(ctx), id, transform.JobID(r.JobID), match.version)
	return api.DeleteWorkspaceJob204Response{}, match.preconditionFault(err)
}

func parseJob(body *api.JobWrite) workspace.JobDraft {
	return workspace.JobDraft{Name: body.Name, Include: body.IncludeSelector, Exclude: body.ExcludeSelector}
}

// presentWorkspaceJob presents a job that can be edited: it has a version.
func presentWorkspaceJob(j workspace.Job) api.Job {
	shape := presentJob(j.Job)
	shape.Version = &j.Version
	return shape
}

// presentJob presents a job of a project or of a deployed project.
func presentJob(j transform.Job) api.Job {
	return api.Job{ID: string(j.ID), Name: j.Name, IncludeSelector: j.Include, ExcludeSelector: j.Exclude}
}
