package httpapi

import (
	"context"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// PreviewNodeDraft returns an unsaved version of a node as it would be saved.
func (h *handlers) PreviewNodeDraft(ctx context.Context, r api.PreviewNodeDraftRequestObject) (api.PreviewNodeDraftResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	request, err := parseDraft(r.Body)
	if err != nil {
		return nil, err
	}
	n, err := h.services.Editor.PreviewDraft(ctx, actorOf(ctx).Organization, id, transform.NodeID(r.NodeID), request)
	if err != nil {
		return nil, err
	}
	c := n.Revision.Compilation
	shape := api.PreviewNodeDraft200JSONResponse{
		Node: presentNode(n.Node, c), Create: presentStages(n.Create), Run: presentStages(n.Run), Diagnostics: []api.Diagnostic{},
		Options: presentOptions(n.Node, c),
	}
	for _, d := range c.Diagnostics {
		if d.File == n.File {
			found := presentDiagnostic(d, workspace.PublicID(n.ID))
			found.ColumnID = optional(columnAt(n.Node, d))
			shape.Diagnostics = append(shape.Diagnostics, found)
		}
	}
	return shape, nil
}

func parseDraft(body *api.NodeDraftRequest) (workspace.DraftRequest, error) {
	node, err := parseNode(&body.Node)
	if err != nil || body.Base == nil {
		return workspace.DraftRequest{Node: node}, err
	}
	base, err := parseNode(body.Base)
	return workspace.DraftRequest{Node: node, Base: &base}, err
}

// columnAt returns the id of the column of a YAML node in whose part of the file a diagnostic is; empty if there is none.
func columnAt(n *compiler.Node, d diagnostic.Diagnostic) string {
	if n.Kind != transform.YAMLNode || d.Line == 0 {
		return ""
	}
	for i := range n.Sources {
		if at := n.Sources[i].At.Line; at > 0 && d.Line >= at {
			return ""
		}
	}
	found := ""
	for i := range n.Columns {
		if at := n.Columns[i].At.Line; at > 0 && at <= d.Line {
			found = string(n.Columns[i].ID)
		}
	}
	return found
}

// PreviewDraftData returns some of the rows that an unsaved version of a node would get.
func (h *handlers) PreviewDraftData(ctx context.Context, r api.PreviewDraftDataRequestObject) (api.PreviewDraftDataResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	draft, err := parseNode(r.Body)
	if err != nil {
		return nil, err
	}
	limit, err := previewLimit(r.Params.Limit)
	if err != nil {
		return nil, err
	}
	rows, err := h.services.Editor.PreviewDraftRows(ctx, actorOf(ctx).Organization, id, transform.NodeID(r.NodeID), workspace.DraftRequest{
		Node: draft, Limit: limit,
	})
	if err != nil {
		return nil, err
	}
	return api.PreviewDraftData200JSONResponse(presentRows(rows)), nil
}

const defaultPreviewRows = 100

func previewLimit(text *string) (int, error) {
	if text == nil {
		return defaultPreviewRows, nil
	}
	limit, err := strconv.Atoi(*text)
	if err != nil {
		return 0, fault.New(fault.Invalid, "limit cannot be %q", *text).WithHint("Send a whole number from 1 to %d.", workspace.MaxRows)
	}
	return limit, nil
}

func presentRows(rows workspace.Rows) api.DataPreview {
	return api.DataPreview{
		Columns: present(rows.Columns, func(c engine.Column) api.ResultColumn { return api.ResultColumn{Name: c.Name, Type: c.Type} }),
		Rows:    append([][]any{}, rows.Values...), HasMore: rows.More, SQL: rows.SQL,
	}
}
