package client

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"

	"github.com/millrace/millrace/api"
)

// Archive is a project as a zip or tar.gz file.
type Archive struct {
	ContentType string // application/zip, application/x-tar or application/gzip
	Content     io.Reader
}

// CreatePlanFromArchive plans a deployment of the project in an archive. CreatePlan plans for a project that the server has.
//
// POST /api/v1/environments/{environmentID}/plans.
func (c *Client) CreatePlanFromArchive(
	ctx context.Context, environmentID string, params *api.CreatePlanParams, archive Archive, options ...CallOption,
) (*api.Plan, error) {
	r := newRequest(http.MethodPost, "/api/v1/environments/%s/plans", environmentID)
	r.want = http.StatusCreated
	if params != nil {
		r.addQuery("parameters", params.Parameters)
		r.addQuery("message", params.Message)
		r.addQuery("includeNodesSelector", params.IncludeNodesSelector)
		r.addQuery("excludeNodesSelector", params.ExcludeNodesSelector)
		r.addQuery("allowInvalid", params.AllowInvalid)
		r.addQuery("allowOtherPlatform", params.AllowOtherPlatform)
	}
	r.body, r.contentType = archive.Content, archive.ContentType
	return sendFor[api.Plan](ctx, c, r, options)
}

// ImportArchive imports the project in an archive as the first commit of a branch. ImportProject imports a repository.
//
// POST /api/v1/projects/{projectID}/import.
func (c *Client) ImportArchive(
	ctx context.Context, projectID string, params *api.ImportProjectParams, archive Archive, options ...CallOption,
) (*api.ImportReport, error) {
	r := newRequest(http.MethodPost, "/api/v1/projects/%s/import", projectID)
	r.want = http.StatusCreated
	if params != nil {
		r.addQuery("branch", params.Branch)
		r.addQuery("workspaceName", params.WorkspaceName)
	}
	r.body, r.contentType = archive.Content, archive.ContentType
	return sendFor[api.ImportReport](ctx, c, r, options)
}

// SetWorkspaceNodeJSON replaces a node, as SetWorkspaceNode does, by JSON that is sent as it is. A node that was read with
// CaptureResponse keeps every field and every number this way, also those that package api does not know.
//
// PUT /api/v1/workspaces/{workspaceID}/nodes/{nodeID}.
func (c *Client) SetWorkspaceNodeJSON( //nolint:revive // the same arguments as SetWorkspaceNode
	ctx context.Context, workspaceID, nodeID string, params *api.SetWorkspaceNodeParams, node json.RawMessage, options ...CallOption,
) (*api.Node, error) {
	r := newRequest(http.MethodPut, "/api/v1/workspaces/%s/nodes/%s", workspaceID, nodeID)
	r.want = http.StatusOK
	if params != nil {
		r.addHeader("If-Match", params.IfMatch)
	}
	r.body, r.contentType = bytes.NewReader(node), jsonType
	return sendFor[api.Node](ctx, c, r, options)
}
