package httpapi

import (
	"cmp"
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/project"
)

// ListGitAccounts returns the git accounts of one user, without their tokens.
func (h *handlers) ListGitAccounts(ctx context.Context, r api.ListGitAccountsRequestObject) (api.ListGitAccountsResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, project.GitAccountOrder)
	if err != nil {
		return nil, err
	}
	result, err := h.services.GitAccounts.List(ctx, actorOf(ctx), ids.User(value(r.Params.AccountOwner)), request)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListGitAccounts200JSONResponse{
		Data:  present(result.Items, presentGitAccount),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateGitAccount creates a git account and seals its token.
func (h *handlers) CreateGitAccount(ctx context.Context, r api.CreateGitAccountRequestObject) (api.CreateGitAccountResponseObject, error) {
	body := r.Body
	owner := readOnlyField{
		field: "accountOwner", value: cmp.Or(value(r.Params.AccountOwner), string(actorOf(ctx).User)), hint: "Name the owner in the query: ?accountOwner=….",
	}
	if err := owner.check(value(body.AccountOwner)); err != nil {
		return nil, err
	}
	created, err := h.services.GitAccounts.Create(ctx, actorOf(ctx), project.GitAccountDraft{
		Owner: ids.User(value(r.Params.AccountOwner)), Name: body.GitAccountName, Username: body.GitUsername,
		AuthorName: body.GitAuthorName, AuthorEmail: body.GitAuthorEmail, Provider: value(body.Provider), Token: body.GitToken,
	})
	if err != nil {
		return nil, err
	}
	return api.CreateGitAccount201JSONResponse(presentGitAccount(created)), nil
}

// GetGitAccount returns a git account, without its token.
func (h *handlers) GetGitAccount(ctx context.Context, r api.GetGitAccountRequestObject) (api.GetGitAccountResponseObject, error) {
	found, err := h.services.GitAccounts.Get(ctx, actorOf(ctx), r.GitAccountID, ids.User(value(r.Params.AccountOwner)))
	if err != nil {
		return nil, err
	}
	return api.GetGitAccount200JSONResponse(presentGitAccount(found)), nil
}

// UpdateGitAccount changes a git account.
func (h *handlers) UpdateGitAccount(ctx context.Context, r api.UpdateGitAccountRequestObject) (api.UpdateGitAccountResponseObject, error) {
	body, actor, owner := r.Body, actorOf(ctx), ids.User(value(r.Params.AccountOwner))
	before, err := h.services.GitAccounts.Get(ctx, actor, r.GitAccountID, owner)
	if err != nil {
		return nil, err
	}
	readOnly := readOnlyField{field: "accountOwner", value: string(before.Owner), hint: "Create an account for that user."}
	if err := readOnly.check(value(body.AccountOwner)); err != nil {
		return nil, err
	}
	changed, err := h.services.GitAccounts.Update(ctx, actor, r.GitAccountID, owner, project.GitAccountPatch{
		Name: patchPointer(body.GitAccountName), Username: patchPointer(body.GitUsername), AuthorName: patchPointer(body.GitAuthorName),
		AuthorEmail: patchPointer(body.GitAuthorEmail), Provider: patchPointer(body.Provider), Token: patchPointer(body.GitToken),
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateGitAccount200JSONResponse(presentGitAccount(changed)), nil
}

// DeleteGitAccount deletes a git account.
func (h *handlers) DeleteGitAccount(ctx context.Context, r api.DeleteGitAccountRequestObject) (api.DeleteGitAccountResponseObject, error) {
	err := h.services.GitAccounts.Delete(ctx, actorOf(ctx), r.GitAccountID, ids.User(value(r.Params.AccountOwner)))
	return api.DeleteGitAccount204Response{}, err
}

// GetLinkedGitAccount returns the git account that a user works with in a project, without its token.
func (h *handlers) GetLinkedGitAccount(
	ctx context.Context, r api.GetLinkedGitAccountRequestObject,
) (api.GetLinkedGitAccountResponseObject, error) {
	found, err := h.services.GitAccounts.LinkedTo(ctx, actorOf(ctx), ids.Project(r.ProjectID), ids.User(r.UserID))
	if err != nil {
		return nil, err
	}
	return api.GetLinkedGitAccount200JSONResponse(presentGitAccount(found)), nil
}

// LinkGitAccount sets the git account that a user works with in a project.
func (h *handlers) LinkGitAccount(ctx context.Context, r api.LinkGitAccountRequestObject) (api.LinkGitAccountResponseObject, error) {
	actor := actorOf(ctx)
	found, err := h.services.Projects.Get(ctx, actor.Organization, ids.Project(r.ProjectID))
	if err != nil {
		return nil, err
	}
	err = h.services.GitAccounts.Link(ctx, actor, found, ids.User(r.UserID), string(r.Body.GitAccountID))
	return api.LinkGitAccount204Response{}, err
}

// UnlinkGitAccount removes the git account of a user from a project.
func (h *handlers) UnlinkGitAccount(ctx context.Context, r api.UnlinkGitAccountRequestObject) (api.UnlinkGitAccountResponseObject, error) {
	err := h.services.GitAccounts.Unlink(ctx, actorOf(ctx), ids.Project(r.ProjectID), ids.User(r.UserID))
	return api.UnlinkGitAccount204Response{}, err
}

// linked resolves a link to its project. Users need no role to link their own account, only permission to see the
// project.
func linked(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
	var projectID, userID string
	switch r := request.(type) {
	case api.LinkGitAccountRequestObject:
		projectID, userID = r.ProjectID, r.UserID
	case api.GetLinkedGitAccountRequestObject:
		projectID, userID = r.ProjectID, r.UserID
	default:
		unlink := as[api.UnlinkGitAccountRequestObject](request)
		projectID, userID = unlink.ProjectID, unlink.UserID
	}
	where, err := h.projectResource(ctx, actor, projectID)
	where.isOwn = ids.User(userID) == actor.User
	return where, err
}

func presentGitAccount(a project.GitAccount) api.GitAccount {
	return api.GitAccount{
		ID: a.ID, GitAccountName: a.Name, GitUsername: a.Username, GitAuthorName: a.AuthorName, GitAuthorEmail: a.AuthorEmail,
		Provider: optional(a.Provider), AccountOwner: optional(string(a.Owner)),
	}
}
