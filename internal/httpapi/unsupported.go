package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// unsupported answers 501 for the operations of the interface that this version does not carry out. A method that moves
// to a noun's file leaves this list; a test keeps the list from growing.
type unsupported struct{}

func later(what string) error {
	return fault.New(fault.Unsupported, "%s is not in this version of Millrace", what).
		WithHint("The interface is known and will not change; a later version carries it out.")
}

func (unsupported) ListEnvironmentNodes(context.Context, api.ListEnvironmentNodesRequestObject) (api.ListEnvironmentNodesResponseObject, error) {
	return nil, later("listEnvironmentNodes")
}

func (unsupported) GetEnvironmentNode(context.Context, api.GetEnvironmentNodeRequestObject) (api.GetEnvironmentNodeResponseObject, error) {
	return nil, later("getEnvironmentNode")
}

func (unsupported) GetEnvironmentJob(context.Context, api.GetEnvironmentJobRequestObject) (api.GetEnvironmentJobResponseObject, error) {
	return nil, later("getEnvironmentJob")
}

func (unsupported) ListWorkspaceNodes(context.Context, api.ListWorkspaceNodesRequestObject) (api.ListWorkspaceNodesResponseObject, error) {
	return nil, later("listWorkspaceNodes")
}

func (unsupported) CreateWorkspaceNode(context.Context, api.CreateWorkspaceNodeRequestObject) (api.CreateWorkspaceNodeResponseObject, error) {
	return nil, later("createWorkspaceNode")
}

func (unsupported) GetWorkspaceNode(context.Context, api.GetWorkspaceNodeRequestObject) (api.GetWorkspaceNodeResponseObject, error) {
	return nil, later("getWorkspaceNode")
}

func (unsupported) SetWorkspaceNode(context.Context, api.SetWorkspaceNodeRequestObject) (api.SetWorkspaceNodeResponseObject, error) {
	return nil, later("setWorkspaceNode")
}

func (unsupported) DeleteWorkspaceNode(context.Context, api.DeleteWorkspaceNodeRequestObject) (api.DeleteWorkspaceNodeResponseObject, error) {
	return nil, later("deleteWorkspaceNode")
}

func (unsupported) CreateWorkspaceJob(context.Context, api.CreateWorkspaceJobRequestObject) (api.CreateWorkspaceJobResponseObject, error) {
	return nil, later("createWorkspaceJob")
}

func (unsupported) GetWorkspaceJob(context.Context, api.GetWorkspaceJobRequestObject) (api.GetWorkspaceJobResponseObject, error) {
	return nil, later("getWorkspaceJob")
}

func (unsupported) UpdateWorkspaceJob(context.Context, api.UpdateWorkspaceJobRequestObject) (api.UpdateWorkspaceJobResponseObject, error) {
	return nil, later("updateWorkspaceJob")
}

func (unsupported) DeleteWorkspaceJob(context.Context, api.DeleteWorkspaceJobRequestObject) (api.DeleteWorkspaceJobResponseObject, error) {
	return nil, later("deleteWorkspaceJob")
}

func (unsupported) CreateWorkspaceSubgraph(context.Context, api.CreateWorkspaceSubgraphRequestObject) (api.CreateWorkspaceSubgraphResponseObject, error) {
	return nil, later("createWorkspaceSubgraph")
}

func (unsupported) GetWorkspaceSubgraph(context.Context, api.GetWorkspaceSubgraphRequestObject) (api.GetWorkspaceSubgraphResponseObject, error) {
	return nil, later("getWorkspaceSubgraph")
}

func (unsupported) UpdateWorkspaceSubgraph(context.Context, api.UpdateWorkspaceSubgraphRequestObject) (api.UpdateWorkspaceSubgraphResponseObject, error) {
	return nil, later("updateWorkspaceSubgraph")
}

func (unsupported) DeleteWorkspaceSubgraph(context.Context, api.DeleteWorkspaceSubgraphRequestObject) (api.DeleteWorkspaceSubgraphResponseObject, error) {
	return nil, later("deleteWorkspaceSubgraph")
}

func (unsupported) LinkGitAccount(context.Context, api.LinkGitAccountRequestObject) (api.LinkGitAccountResponseObject, error) {
	return nil, later("linkGitAccount")
}

func (unsupported) UnlinkGitAccount(context.Context, api.UnlinkGitAccountRequestObject) (api.UnlinkGitAccountResponseObject, error) {
	return nil, later("unlinkGitAccount")
}

func (unsupported) ListGitAccounts(context.Context, api.ListGitAccountsRequestObject) (api.ListGitAccountsResponseObject, error) {
	return nil, later("listGitAccounts")
}

func (unsupported) CreateGitAccount(context.Context, api.CreateGitAccountRequestObject) (api.CreateGitAccountResponseObject, error) {
	return nil, later("createGitAccount")
}

func (unsupported) GetGitAccount(context.Context, api.GetGitAccountRequestObject) (api.GetGitAccountResponseObject, error) {
	return nil, later("getGitAccount")
}

func (unsupported) UpdateGitAccount(context.Context, api.UpdateGitAccountRequestObject) (api.UpdateGitAccountResponseObject, error) {
	return nil, later("updateGitAccount")
}

func (unsupported) DeleteGitAccount(context.Context, api.DeleteGitAccountRequestObject) (api.DeleteGitAccountResponseObject, error) {
	return nil, later("deleteGitAccount")
}
