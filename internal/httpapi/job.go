package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// ListWorkspaceJobs gives the jobs of a workspace.
func (h *handlers) ListWorkspaceJobs(ctx context.Context, r api.ListWorkspaceJobsRequestObject) (api.ListWorkspaceJobsResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	jobs, err := h.services.Desk.Jobs(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	return api.ListWorkspaceJobs200JSONResponse{Data: present(jobs, presentJob)}, nil
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
	return api.CreateWorkspaceJob201JSONResponse(presentJob(job)), nil
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
	return api.GetWorkspaceJob200JSONResponse(presentJob(job)), nil
}

// UpdateWorkspaceJob replaces a job.
func (h *handlers) UpdateWorkspaceJob(ctx context.Context, r api.UpdateWorkspaceJobRequestObject) (api.UpdateWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	job, err := h.services.Desk.SetJob(ctx, actorOf(ctx), id, transform.JobID(r.JobID), givenJob(r.Body))
	if err != nil {
		return nil, err
	}
	return api.UpdateWorkspaceJob200JSONResponse(presentJob(job)), nil
}

// DeleteWorkspaceJob takes a job away.
func (h *handlers) DeleteWorkspaceJob(ctx context.Context, r api.DeleteWorkspaceJobRequestObject) (api.DeleteWorkspaceJobResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	return api.DeleteWorkspaceJob204Response{}, h.services.Desk.DeleteJob(ctx, actorOf(ctx), id, transform.JobID(r.JobID))
}

func givenJob(body *api.JobWrite) workspace.JobDraft {
	return workspace.JobDraft{Name: body.Name, Include: body.IncludeSelector, Exclude: body.ExcludeSelector}
}

// presentJob is a job of a workspace, or of what is deployed.
func presentJob(j transform.Job) api.Job {
	return api.Job{ID: string(j.ID), Name: j.Name, IncludeSelector: j.Include, ExcludeSelector: j.Exclude}
}
