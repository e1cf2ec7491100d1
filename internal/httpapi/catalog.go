package httpapi

import (
	"context"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/catalog"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/workspace"
)

// defaultCatalogLimit is the limit of a list of documented nodes if the request has none.
const defaultCatalogLimit = "500"

// catalogNodes returns what is deployed in an environment.
func (h *handlers) catalogNodes(ctx context.Context, environment string) ([]catalog.Node, error) {
	contents, err := h.contents(ctx, environment)
	if err != nil {
		return nil, err
	}
	nodes := make([]catalog.Node, len(contents.Nodes))
	for i, n := range contents.Nodes {
		nodes[i] = catalog.Node{Node: n.Node, In: n.In}
	}
	return nodes, nil
}

// catalogNode returns one deployed node.
func (h *handlers) catalogNode(ctx context.Context, environment, node string) (catalog.Node, error) {
	nodes, err := h.catalogNodes(ctx, environment)
	if err != nil {
		return catalog.Node{}, err
	}
	for _, n := range nodes {
		if workspace.PublicID(n.ID) == node {
			return n, nil
		}
	}
	return catalog.Node{}, fault.New(fault.NotFound, "node %s was not found in environment %s", node, environment).
		WithHint("GET /api/v1/environments/%s/nodes lists the deployed nodes.", environment)
}

// ListCatalogNodes returns a page of the deployed nodes with their documentation.
func (h *handlers) ListCatalogNodes(ctx context.Context, r api.ListCatalogNodesRequestObject) (api.ListCatalogNodesResponseObject, error) {
	params := page.Params{Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection}
	request, err := catalogPage(params)
	if err != nil {
		return nil, err
	}
	text := value(r.Params.Q)
	if err := checkSearchText("q", text, catalog.MaxText); err != nil {
		return nil, err
	}
	nodes, err := h.catalogNodes(ctx, r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	list := cutPage(catalog.Find(nodes, text), request, func(f catalog.Found, orderBy string) page.Cursor { return nodeCursor(f.Node.Node, orderBy) })
	info := pageInfo(request, list)
	return api.ListCatalogNodes200JSONResponse{
		Data: present(list.Items, presentCatalogNode), Documentation: presentDocumentation(catalog.Document(nodes)),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// GetCatalogNode returns the documentation of a deployed node.
func (h *handlers) GetCatalogNode(ctx context.Context, r api.GetCatalogNodeRequestObject) (api.GetCatalogNodeResponseObject, error) {
	n, err := h.catalogNode(ctx, r.EnvironmentID, r.NodeID)
	if err != nil {
		return nil, err
	}
	return api.GetCatalogNode200JSONResponse(presentCatalogDetail(n)), nil
}

// GetNodeHistory returns the last runs of a deployed node.
func (h *handlers) GetNodeHistory(ctx context.Context, r api.GetNodeHistoryRequestObject) (api.GetNodeHistoryResponseObject, error) {
	id, err := parseEnvironment(r.EnvironmentID)
	if err != nil {
		return nil, err
	}
	found, err := h.services.Overviews.NodeHistory(ctx, actorOf(ctx).Organization, id, r.NodeID)
	if err != nil {
		return nil, err
	}
	return api.GetNodeHistory200JSONResponse(presentNodeHistory(r.NodeID, &found)), nil
}

// GetColumnLineage follows a column of a deployed node.
func (h *handlers) GetColumnLineage(ctx context.Context, r api.GetColumnLineageRequestObject) (api.GetColumnLineageResponseObject, error) {
	request := catalog.TraceRequest{Column: r.Params.Column}
	switch direction := value(r.Params.Direction); direction {
	case "", "upstream":
	case "downstream":
		request.Downstream = true
	default:
		return nil, fault.New(fault.Invalid, "direction cannot be %.50q", direction).WithHint("Send upstream or downstream.")
	}
	if text := value(r.Params.Depth); text != "" {
		var err error
		if request.Depth, err = strconv.Atoi(text); err != nil || request.Depth < 1 || request.Depth > catalog.MaxDepth {
			return nil, fault.New(fault.Invalid, "depth cannot be %.20q", text).WithHint("Send a whole number from 1 to %d.", catalog.MaxDepth)
		}
	}
	n, err := h.catalogNode(ctx, r.EnvironmentID, r.NodeID)
	if err != nil {
		return nil, err
	}
	request.Column = string(workspace.InternalColumnID(n.Node, request.Column))
	trace, err := n.Follow(request)
	if err != nil {
		return nil, err
	}
	return api.GetColumnLineage200JSONResponse(presentTrace(n, &trace)), nil
}

// catalogPage reads the paging parameters of the list.
func catalogPage(params page.Params) (page.Request, error) {
	return page.Parse(limitOr(params, defaultCatalogLimit), nodeOrder)
}
