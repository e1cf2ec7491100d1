package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// RenameWorkspaceNode renames a node and updates every reference to it.
func (h *handlers) RenameWorkspaceNode(ctx context.Context, r api.RenameWorkspaceNodeRequestObject) (api.RenameWorkspaceNodeResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	n, err := h.services.Editor.RenameNode(ctx, actorOf(ctx), id, transform.NodeID(r.NodeID), workspace.Rename{
		Name: value(r.Body.Name), Location: value(r.Body.LocationName), Seen: r.Body.Version,
	})
	if err != nil {
		return nil, err
	}
	return api.RenameWorkspaceNode200JSONResponse(presentWorkspaceNode(n)), nil
}

// PreviewNodeSQL returns the SQL of a node. Plans and runs use the same SQL.
func (h *handlers) PreviewNodeSQL(ctx context.Context, r api.PreviewNodeSQLRequestObject) (api.PreviewNodeSQLResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	n, err := h.services.Editor.Node(ctx, actorOf(ctx).Organization, id, transform.NodeID(r.NodeID))
	if err != nil {
		return nil, err
	}
	shape := api.PreviewNodeSQL200JSONResponse{
		Create: presentStages(n.Create), Run: presentStages(n.Run), Diagnostics: []api.Diagnostic{},
	}
	c := n.Revision.Compilation
	for _, d := range c.Diagnostics {
		if d.File == n.File {
			shape.Diagnostics = append(shape.Diagnostics, presentDiagnostic(d, string(n.ID)))
		}
	}
	return shape, nil
}

func presentStages(of *render.Result) []api.PreviewStage {
	if of == nil {
		return []api.PreviewStage{}
	}
	return present(of.ShownStages(), func(s render.Stage) api.PreviewStage {
		shape := api.PreviewStage{Name: s.Name, Type: "sql", SQL: s.SQL, ContinueOnFailure: new(s.ContinueOnFailure)}
		if s.Type == render.TestStage {
			shape.Type = "sqlTest"
		}
		return shape
	})
}

// PreviewNodeData returns some of the rows that a node would get.
func (h *handlers) PreviewNodeData(ctx context.Context, r api.PreviewNodeDataRequestObject) (api.PreviewNodeDataResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	limit, err := previewLimit(r.Params.Limit)
	if err != nil {
		return nil, err
	}
	rows, err := h.services.Editor.Preview(ctx, actorOf(ctx).Organization, id, transform.NodeID(r.NodeID), limit)
	if err != nil {
		return nil, err
	}
	return api.PreviewNodeData200JSONResponse(presentRows(rows)), nil
}

// GetNodeLineage returns the sources and the readers of the columns of a node.
func (h *handlers) GetNodeLineage(ctx context.Context, r api.GetNodeLineageRequestObject) (api.GetNodeLineageResponseObject, error) {
	id, err := parseWorkspace(r.WorkspaceID)
	if err != nil {
		return nil, err
	}
	n, columns, err := h.services.Editor.Lineage(ctx, actorOf(ctx).Organization, id, transform.NodeID(r.NodeID), value(r.Params.Column))
	if err != nil {
		return nil, err
	}
	shape := api.ColumnLineage{IsComplete: n.Opaque == "", Reason: optional(n.Opaque)}
	shape.Columns = append(shape.Columns, make(lineageColumns, len(columns))...)
	for i, column := range columns {
		c := n.Revision.Compilation
		shape.Columns[i].Column, shape.Columns[i].ColumnID = column.Column.Name, optional(workspace.PublicColumnID(n.Node, column.Column.ID))
		shape.Columns[i].Upstream = presentEndpoints(c, column.Upstream)
		shape.Columns[i].Downstream = presentEndpoints(c, column.Downstream)
	}
	if shape.Columns == nil {
		shape.Columns = lineageColumns{}
	}
	return api.GetNodeLineage200JSONResponse(shape), nil
}

// lineageColumns is the type of the columns, which the generated code does not name.
type lineageColumns = []struct {
	Column     string              `json:"column"`
	ColumnID   *string             `json:"columnID,omitempty"`
	Downstream []api.LineageColumn `json:"downstream"`
	Upstream   []api.LineageColumn `json:"upstream"`
}

func presentEndpoints(c *compiler.Compilation, endpoints []lineage.Endpoint) []api.LineageColumn {
	return present(endpoints, func(p lineage.Endpoint) api.LineageColumn {
		shape := api.LineageColumn{
			NodeID: workspace.PublicID(p.Node), Node: string(p.Node), ColumnID: optional(publicColumn(c, p.Node, p.Column)), Column: string(p.Column),
		}
		n, ok := c.Node(p.Node)
		if !ok {
			return shape
		}
		shape.Node = n.Ref().String()
		for i := range n.Columns {
			if n.Columns[i].ID == p.Column {
				shape.Column = n.Columns[i].Name
			}
		}
		return shape
	})
}

func presentDiagnostic(d diagnostic.Diagnostic, nodeID string) api.Diagnostic {
	shape := api.Diagnostic{
		Code: string(d.Code), Severity: string(d.Severity), Message: d.Message, Hint: optional(d.Hint), File: optional(d.File),
		Node: optional(d.Node), NodeID: optional(nodeID),
	}
	if d.Line > 0 {
		shape.Line, shape.Column = new(int(d.Line)), new(max(int(d.Column), 1))
	}
	if d.Fix.Line > 0 {
		shape.Fix = &api.DiagnosticFix{Line: int(d.Fix.Line), Column: int(d.Fix.Column), Old: d.Fix.Old, New: d.Fix.New}
	}
	return shape
}
