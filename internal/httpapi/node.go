package httpapi

import (
	"context"
	"encoding/json"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// ListWorkspaceNodes returns a page of the nodes of a workspace.
func (h *handlers) ListWorkspaceNodes(ctx context.Context, r api.ListWorkspaceNodesRequestObject) (api.ListWorkspaceNodesResponseObject, error) {
	detail, err := flag("detail", r.Params.Detail)
	if err != nil {
		return nil, err
	}
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, nodeOrder)
	if err != nil {
		return nil, err
	}
	revision, err := h.services.Editor.CurrentRevision(ctx, actorOf(ctx).Organization, id)
	if err != nil {
		return nil, err
	}
	list := cutPage(revision.Compilation.Nodes(), request, nodeCursor)
	data := make([]json.RawMessage, len(list.Items))
	for i, n := range list.Items {
		if data[i], err = json.Marshal(presentListed(workspace.Node{Node: n, Revision: revision}, detail)); err != nil {
			return nil, err
		}
	}
	info := pageInfo(request, list)
	return api.ListWorkspaceNodes200JSONResponse{
		Data: data, Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// presentListed presents a node in the list of a workspace.
func presentListed(n workspace.Node, detail bool) any {
	if detail {
		return presentWorkspaceNode(n)
	}
	shape := presentNodeSummary(n.Node, n.Revision.Compilation)
	shape.Error = optional(n.MissingIDReason())
	return shape
}

// presentWorkspaceNode presents a node that can be edited: it has a version.
func presentWorkspaceNode(n workspace.Node) api.Node {
	shape := presentNode(n.Node, n.Revision.Compilation)
	shape.Version = new(n.Version())
	shape.Error = optional(n.MissingIDReason())
	return shape
}

// CreateWorkspaceNode creates a node.
func (h *handlers) CreateWorkspaceNode(ctx context.Context, r api.CreateWorkspaceNodeRequestObject) (api.CreateWorkspaceNodeResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	n, err := h.services.Editor.CreateNode(ctx, actorOf(ctx), id, workspace.NewNode{
		Type: transform.NodeTypeID(r.Body.NodeType), Predecessors: nodeIDs(value(r.Body.PredecessorNodeIDs)),
		Name: value(r.Body.Name), Location: value(r.Body.LocationName), SQL: r.Body.SQL,
		Source: parseNewSource(r.Body.Source),
	})
	if err != nil {
		return nil, err
	}
	return api.CreateWorkspaceNode201JSONResponse{
		Body: presentWorkspaceNode(n), Headers: api.CreateWorkspaceNode201ResponseHeaders{ETag: etag(n.Version())},
	}, nil
}

func parseNewSource(s *api.NewSource) *workspace.NewSource {
	if s == nil {
		return nil
	}
	return &workspace.NewSource{Database: value(s.Database), Schema: value(s.Schema), Columns: present(value(s.Columns), parseSourceColumn)}
}

func parseSourceColumn(c api.SourceColumn) transform.Column {
	return transform.Column{
		Name: c.Name, DataType: value(c.DataType), Description: value(c.Description), Nullable: c.Nullable == nil || *c.Nullable,
	}
}

func nodeIDs(texts []string) []transform.NodeID {
	return present(texts, func(text string) transform.NodeID { return transform.NodeID(text) })
}

// GetWorkspaceNode returns a node.
func (h *handlers) GetWorkspaceNode(ctx context.Context, r api.GetWorkspaceNodeRequestObject) (api.GetWorkspaceNodeResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	n, err := h.services.Editor.Node(ctx, actorOf(ctx).Organization, id, transform.NodeID(r.NodeID))
	if err != nil {
		return nil, err
	}
	return api.GetWorkspaceNode200JSONResponse{
		Body: presentWorkspaceNode(n), Headers: api.GetWorkspaceNode200ResponseHeaders{ETag: etag(n.Version())},
	}, nil
}

// SetWorkspaceNode replaces a node.
func (h *handlers) SetWorkspaceNode(ctx context.Context, r api.SetWorkspaceNodeRequestObject) (api.SetWorkspaceNodeResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	draft, err := parseNode(r.Body)
	if err != nil {
		return nil, err
	}
	match, err := matchOf(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	draft.Seen = match.seen(draft.Seen)
	n, err := h.services.Editor.SetNode(ctx, actorOf(ctx), id, transform.NodeID(r.NodeID), draft)
	if err != nil {
		return nil, match.preconditionFault(err)
	}
	return api.SetWorkspaceNode200JSONResponse{
		Body: presentWorkspaceNode(n), Headers: api.SetWorkspaceNode200ResponseHeaders{ETag: etag(n.Version())},
	}, nil
}

// DeleteWorkspaceNode deletes a node.
func (h *handlers) DeleteWorkspaceNode(ctx context.Context, r api.DeleteWorkspaceNodeRequestObject) (api.DeleteWorkspaceNodeResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	match, err := matchOf(r.Params.IfMatch)
	if err != nil {
		return nil, err
	}
	err = h.services.Editor.DeleteNode(ctx, actorOf(ctx), id, transform.NodeID(r.NodeID), match.version)
	return api.DeleteWorkspaceNode204Response{}, match.preconditionFault(err)
}
