package httpapi

import (
	"bytes"
	"cmp"
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/repository"
)

// ListBranches returns the branches of a project's repository.
func (h *handlers) ListBranches(ctx context.Context, r api.ListBranchesRequestObject) (api.ListBranchesResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, branchOrder)
	if err != nil {
		return nil, err
	}
	branches, err := h.services.Repositories.Branches(ctx, actorOf(ctx).Organization, ids.Project(r.ProjectID))
	if err != nil {
		return nil, err
	}
	list := cutPage(branches, request, branchCursor)
	info := pageInfo(request, list)
	return api.ListBranches200JSONResponse{
		Data: present(list.Items, presentBranch), Total: info.Total, Limit: info.Limit, Next: info.Next,
		OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateBranch creates a branch.
func (h *handlers) CreateBranch(ctx context.Context, r api.CreateBranchRequestObject) (api.CreateBranchResponseObject, error) {
	made, err := h.services.Repositories.CreateBranch(ctx, actorOf(ctx), ids.Project(r.ProjectID),
		repository.BranchDraft{Name: r.Body.Name, From: value(r.Body.From)})
	if err != nil {
		return nil, err
	}
	return api.CreateBranch201JSONResponse(presentBranch(made)), nil
}

// commitOrder is the only order of a history: newest first.
var commitOrder = page.Fields{"history"}

// parseHistoryPage reads the paging parameters of a history. Its order cannot be reversed, because a merge has two
// parents.
func parseHistoryPage(p api.ListCommitsParams) (page.Request, error) {
	if value(p.OrderByDirection) == "asc" {
		return page.Request{}, fault.New(fault.Invalid, "a history cannot be listed oldest first").
			WithHint("Omit orderByDirection, or send desc.")
	}
	return page.Parse(page.Params{
		Limit: p.Limit, StartingFrom: p.StartingFrom, OrderBy: p.OrderBy, OrderByDirection: cmp.Or(p.OrderByDirection, new("desc")),
	}, commitOrder)
}

// ListCommits returns the history of a branch.
func (h *handlers) ListCommits(ctx context.Context, r api.ListCommitsRequestObject) (api.ListCommitsResponseObject, error) {
	request, err := parseHistoryPage(r.Params)
	if err != nil {
		return nil, err
	}
	query := repository.LogQuery{Project: ids.Project(r.ProjectID), From: value(r.Params.Branch), Limit: request.Limit}
	if request.After != nil {
		// All pages continue from the commit of the first page, even if the branch has moved.
		query.From, query.After = request.After.Value, request.After.ID
	}
	found, err := h.services.Repositories.Log(ctx, actorOf(ctx).Organization, query)
	if err != nil {
		return nil, err
	}
	list := page.Result[repository.Commit]{Items: found.Commits, Total: found.Total}
	if found.IsMore {
		list.Next = &page.Cursor{Value: found.From, ID: found.Commits[len(found.Commits)-1].OID}
	}
	info := pageInfo(request, list)
	return api.ListCommits200JSONResponse{
		Data: present(list.Items, presentCommit), Total: info.Total, Limit: info.Limit, Next: info.Next,
		OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// DiffCommits compares two commits.
func (h *handlers) DiffCommits(ctx context.Context, r api.DiffCommitsRequestObject) (api.DiffCommitsResponseObject, error) {
	diff, err := h.services.Repositories.DiffCommits(ctx, actorOf(ctx).Organization, ids.Project(r.ProjectID), r.Params.From, r.Params.To)
	if err != nil {
		return nil, err
	}
	return api.DiffCommits200JSONResponse(presentDiff(diff)), nil
}

// PushProject pushes a branch to the remote repository.
func (h *handlers) PushProject(ctx context.Context, r api.PushProjectRequestObject) (api.PushProjectResponseObject, error) {
	pushed, err := h.services.Repositories.Push(ctx, actorOf(ctx), ids.Project(r.ProjectID), value(r.Body.Branch))
	if err != nil {
		return nil, err
	}
	return api.PushProject200JSONResponse{Branch: pushed.Branch, Commit: pushed.Commit, IsNew: pushed.IsNew}, nil
}

// ImportProject imports an existing repository, or an archive.
func (h *handlers) ImportProject(ctx context.Context, r api.ImportProjectRequestObject) (api.ImportProjectResponseObject, error) {
	report, err := h.importProject(ctx, r)
	if err != nil {
		return nil, err
	}
	return api.ImportProject201JSONResponse(presentReport(report)), nil
}

func (h *handlers) importProject(ctx context.Context, r api.ImportProjectRequestObject) (repository.Report, error) {
	switch {
	case r.JSONBody != nil:
		return h.services.Repositories.Import(ctx, actorOf(ctx), ids.Project(r.ProjectID), repository.Import{
			URL: value(r.JSONBody.URL), Branch: value(r.JSONBody.Branch), Account: string(value(r.JSONBody.GitAccountID)),
			WorkspaceName: value(r.JSONBody.WorkspaceName),
		})
	case r.Body != nil:
		files, err := readArchive(r.Body)
		if err != nil {
			return repository.Report{}, err
		}
		return h.services.Repositories.ImportFiles(ctx, actorOf(ctx), ids.Project(r.ProjectID), repository.Upload{
			Files: files, Branch: value(r.Params.Branch), WorkspaceName: value(r.Params.WorkspaceName),
		})
	}
	return repository.Report{}, &api.BodyError{
		Message: "the body is neither JSON nor an archive", WrongType: true,
		Hint: "Send JSON that names a repository, or the project's folder as application/zip or application/x-tar.",
	}
}

// ExportProject returns the files of a commit as a zip.
func (h *handlers) ExportProject(ctx context.Context, r api.ExportProjectRequestObject) (api.ExportProjectResponseObject, error) {
	archive, err := h.services.Repositories.Archive(ctx, actorOf(ctx).Organization, ids.Project(r.ProjectID), value(r.Params.Ref))
	if err != nil {
		return nil, err
	}
	packed, err := archive.Zip()
	if err != nil {
		return nil, err
	}
	return api.ExportProject200ApplicationZipResponse{Body: bytes.NewReader(packed), ContentLength: int64(len(packed))}, nil
}

// CommitWorkspace commits the files of a workspace to its branch.
func (h *handlers) CommitWorkspace(ctx context.Context, r api.CommitWorkspaceRequestObject) (api.CommitWorkspaceResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	made, err := h.services.Repositories.Commit(ctx, actorOf(ctx), id, r.Body.Message)
	if err != nil {
		return nil, err
	}
	return api.CommitWorkspace201JSONResponse(presentCommit(made)), nil
}

// DiffWorkspace compares a commit with a workspace.
func (h *handlers) DiffWorkspace(ctx context.Context, r api.DiffWorkspaceRequestObject) (api.DiffWorkspaceResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	diff, err := h.services.Repositories.DiffWorkspace(ctx, actorOf(ctx).Organization, id, value(r.Params.Commit))
	if err != nil {
		return nil, err
	}
	return api.DiffWorkspace200JSONResponse(presentDiff(diff)), nil
}

// PullWorkspace merges new commits of the branch into a workspace.
func (h *handlers) PullWorkspace(ctx context.Context, r api.PullWorkspaceRequestObject) (api.PullWorkspaceResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	pulled, err := h.services.Repositories.Pull(ctx, actorOf(ctx), id, value(r.Body.Resolve))
	if err != nil {
		return nil, err
	}
	budget := newTextBudget()
	return api.PullWorkspace200JSONResponse{
		IsApplied: pulled.IsApplied, Commit: pulled.Commit,
		Conflicts: present(pulled.Conflicts, budget.presentConflict), Changes: present(pulled.Changes, budget.presentChange),
	}, nil
}

// DiscardChanges restores files of a workspace as they are in its base commit.
func (h *handlers) DiscardChanges(ctx context.Context, r api.DiscardChangesRequestObject) (api.DiscardChangesResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	if len(r.Body.Paths) == 0 {
		return nil, fault.New(fault.Invalid, "paths is empty").WithHint("Name the files: GET /api/v1/workspaces/%d/diff lists those with changes.", id)
	}
	diff, err := h.services.Repositories.Discard(ctx, actorOf(ctx), id, r.Body.Paths)
	if err != nil {
		return nil, err
	}
	return api.DiscardChanges200JSONResponse(presentDiff(diff)), nil
}

// SwitchBranch replaces the files of a workspace with those of another branch.
func (h *handlers) SwitchBranch(ctx context.Context, r api.SwitchBranchRequestObject) (api.SwitchBranchResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	if r.Body.Branch == "" {
		return nil, fault.New(fault.Invalid, "branch is missing").WithHint("GET /api/v1/projects/{id}/branches lists the branches.")
	}
	workspace, err := h.services.Repositories.SwitchBranch(ctx, actorOf(ctx), id,
		repository.Switch{Branch: r.Body.Branch, Discard: value(r.Body.Discard), Keep: value(r.Body.Keep)})
	if err != nil {
		return nil, err
	}
	return api.SwitchBranch200JSONResponse(presentWorkspace(workspace)), nil
}
