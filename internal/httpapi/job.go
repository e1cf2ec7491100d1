package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// ListWorkspaceJobs gives the jobs of a workspace.
func (h *handlers) ListWorkspaceJobs(ctx context.Context, r api.ListWorkspaceJobsRequestObject) (api.ListWorkspaceJobsResponseObject, error) {
	jobs, info, err := partList[workspace.Job]{
		workspace: r.WorkspaceID, params: page.Params(r.Params), read: h.services.Desk.Jobs, place: workspaceJobPlace,
	}.page(ctx)
	if err != nil {
		return nil, err
	}
	return api.ListWorkspaceJobs200JSONResponse{
		Data: present(jobs, presentWorkspaceJob), Total: info.Total, Limit: info.Limit, Next: info.Next,
		OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateWorkspaceJob makes a job.
func (h *handlers) CreateWorkspaceJob(ctx context.Context, r api.CreateWorkspaceJobRequestObject) (api.CreateWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	job, err := h.services.Desk.CreateJob(ctx, actorOf(ctx), id, givenJob(r.Body))
	if err != nil {
		return nil, err
	}
	return api.CreateWorkspaceJob201JSONResponse{
		Body: presentWorkspaceJob(job), Headers: api.CreateWorkspaceJob201ResponseHeaders{ETag: etag(job.Version)},
	}, nil
}

// GetWorkspaceJob gives a job.
func (h *handlers) GetWorkspaceJob(ctx context.Context, r api.GetWorkspaceJobRequestObject) (api.GetWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	job, err := h.services.Desk.Job(ctx, actorOf(ctx).Organization, id, transform.JobID(r.JobID))
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
	draft := givenJob(r.Body)
	draft.Seen = match.seen(r.Body.Version)
	job, err := h.services.Desk.SetJob(ctx, actorOf(ctx), id, transform.JobID(r.JobID), draft)
	if err != nil {
		return nil, match.refusal(err)
	}
	return api.UpdateWorkspaceJob200JSONResponse{
		Body: presentWorkspaceJob(job), Headers: api.UpdateWorkspaceJob200ResponseHeaders{ETag: etag(job.Version)},
	}, nil
}

// DeleteWorkspaceJob takes a job away.
func (h *handlers) DeleteWorkspaceJob(ctx context.Context, r api.DeleteWorkspaceJobRequestObject) (api.DeleteWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	match, err := matchOf(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	err = h.services.Desk.DeleteJob(ctx, actorOf(ctx), id, transform.JobID(r.JobID), match.version)
	return api.DeleteWorkspaceJob204Response{}, match.refusal(err)
}

func givenJob(body *api.JobWrite) workspace.JobDraft {
	return workspace.JobDraft{Name: body.Name, Include: body.IncludeSelector, Exclude: body.ExcludeSelector}
}

// presentWorkspaceJob is a job that can be edited: it has a version.
func presentWorkspaceJob(j workspace.Job) api.Job {
	shape := presentJob(j.Job)
	shape.Version = &j.Version
	return shape
}

// presentJob is a job of a project, or of what is deployed.
func presentJob(j transform.Job) api.Job {
	return api.Job{ID: string(j.ID), Name: j.Name, IncludeSelector: j.Include, ExcludeSelector: j.Exclude}
}
