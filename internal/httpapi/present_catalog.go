package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/catalog"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/lineage"
	"github.com/millrace/millrace/internal/overview"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

func presentCatalogNode(f catalog.Found) api.CatalogNode {
	shape := api.CatalogNode{
		ID: workspace.PublicID(f.ID), Name: f.Name, LocationName: f.Location, NodeType: string(f.Node.Node.Node.Type), Description: f.Description,
		Columns: len(f.Node.Columns), DescribedColumns: catalog.DescribedColumns(f.Node.Node), Tests: len(catalog.Tests(f.Node.Node)),
		IsSource: optionalFlag(f.IsSource),
	}
	if len(f.Columns) > 0 {
		shape.FoundColumns = &f.Columns
	}
	return shape
}

// optionalFlag returns nil for false, which omits the field.
func optionalFlag(isSet bool) *bool {
	if !isSet {
		return nil
	}
	return &isSet
}

func presentDocumentation(d catalog.Documentation) api.Documentation {
	return api.Documentation{
		Nodes: d.Nodes, DescribedNodes: d.DescribedNodes, Columns: d.Columns, DescribedColumns: d.DescribedColumns, TestedNodes: d.TestedNodes,
	}
}

func presentCatalogDetail(n catalog.Node) api.CatalogNodeDetail {
	schema := n.In.Renderer.MappingOf(n.Node.Node)
	shape := api.CatalogNodeDetail{
		ID: workspace.PublicID(n.ID), Name: n.Name, LocationName: n.Location, NodeType: string(n.Node.Node.Type), Description: n.Description,
		Database: schema.Database, Schema: schema.Schema, MaterializationType: optional(n.Materialization), IsSource: optionalFlag(n.IsSource),
		File: optional(n.File), Columns: make([]api.CatalogColumn, len(n.Columns)),
		Tests:    present(catalog.Tests(n.Node), presentCatalogTest),
		Upstream: present(n.Upstream(), presentNodeReference), Downstream: present(n.Downstream(), presentNodeReference),
		Jobs:              present(catalog.JobsOf(n.In, n.ID)[n.ID], presentJobReference),
		IsLineageComplete: n.Opaque == "", LineageReason: optional(n.Opaque),
	}
	for i := range n.Columns {
		shape.Columns[i] = presentCatalogColumn(n.Node, &n.Columns[i])
	}
	if n.SQL != nil {
		shape.SQL = &n.SQL.Text
	}
	return shape
}

func presentCatalogColumn(n *compiler.Node, c *transform.Column) api.CatalogColumn {
	return api.CatalogColumn{
		ColumnID: optional(workspace.PublicColumnID(n, c.ID)), Name: c.Name, DataType: c.DataType, Description: c.Description, Nullable: c.Nullable,
		Transform: optional(expressionOf(c)),
	}
}

// expressionOf returns the expression of a column in its first source.
func expressionOf(c *transform.Column) string {
	if len(c.Sources) == 0 {
		return ""
	}
	return c.Sources[0].Transform
}

func presentCatalogTest(s render.Stage) api.CatalogTest {
	return api.CatalogTest{Name: s.Name, SQL: optional(s.SQL), ContinueOnFailure: s.ContinueOnFailure}
}

func presentNodeReference(n *compiler.Node) api.NodeReference {
	return api.NodeReference{NodeID: workspace.PublicID(n.ID), Name: n.Name, LocationName: n.Location, NodeType: string(n.Node.Type)}
}

func presentJobReference(j transform.Job) api.JobReference {
	return api.JobReference{ID: string(j.ID), Name: j.Name}
}

func presentNodeHistory(node string, h *overview.NodeHistory) api.NodeHistory {
	shape := api.NodeHistory{NodeID: node, Data: make([]api.NodeRun, len(h.Runs))}
	for i := range h.Runs {
		r := &h.Runs[i]
		shape.Data[i] = api.NodeRun{
			RunID: int64(r.Run), State: string(r.State), FailedTests: r.FailedTests, StartTime: optionalTime(r.StartedAt), Rows: r.Rows,
		}
		if r.Duration > 0 {
			shape.Data[i].Milliseconds = new(r.Duration.Milliseconds())
		}
	}
	if h.Usual > 0 {
		shape.UsualMilliseconds = new(h.Usual.Milliseconds())
	}
	return shape
}

func presentTrace(n catalog.Node, t *catalog.Trace) api.ColumnTrace {
	shape := api.ColumnTrace{
		Start: api.LineageColumn{
			NodeID: workspace.PublicID(n.ID), Node: n.Ref().String(), ColumnID: optional(workspace.PublicColumnID(n.Node, t.Column.ID)),
			Column: t.Column.Name,
		},
		Direction: "downstream", Nodes: present(t.Nodes, presentTracedNode), Edges: make([]api.LineageEdge, len(t.Steps)), HasMore: t.HasMore,
		Opaque: present(t.Opaque, func(o lineage.Opaque) api.OpaqueNode {
			return api.OpaqueNode{NodeID: workspace.PublicID(o.Node), Reason: o.Reason}
		}),
	}
	if t.Upstream {
		shape.Direction = "upstream"
	}
	columns := columnsByEndpoint(t)
	for i, step := range t.Steps {
		shape.Edges[i] = presentLineageEdge(step, columns)
	}
	return shape
}

// columnsByEndpoint returns the columns of a trace.
func columnsByEndpoint(t *catalog.Trace) map[lineage.Endpoint]*transform.Column {
	columns := map[lineage.Endpoint]*transform.Column{}
	for i := range t.Nodes {
		for _, c := range t.Nodes[i].Columns {
			columns[lineage.Endpoint{Node: t.Nodes[i].ID, Column: c.ID}] = c
		}
	}
	return columns
}

func presentLineageEdge(step lineage.Step, columns map[lineage.Endpoint]*transform.Column) api.LineageEdge {
	shape := api.LineageEdge{
		FromNodeID: workspace.PublicID(step.From.Node), FromColumn: optional(string(step.From.Column)),
		ToNodeID: workspace.PublicID(step.To.Node), ToColumn: optional(string(step.To.Column)), Use: step.Use.String(), Depth: step.Depth,
	}
	if c := columns[step.From]; c != nil {
		shape.FromColumn = &c.Name
	}
	if c := columns[step.To]; c != nil {
		shape.ToColumn, shape.Expression = &c.Name, optional(expressionOf(c))
	}
	return shape
}

func presentTracedNode(n catalog.TracedNode) api.TracedNode {
	return api.TracedNode{
		NodeID: workspace.PublicID(n.ID), Name: n.Name, LocationName: n.Location, NodeType: string(n.Node.Node.Type), IsSource: optionalFlag(n.IsSource),
		Columns: present(n.Columns, func(c *transform.Column) api.CatalogColumn { return presentCatalogColumn(n.Node, c) }),
		Tests:   len(catalog.Tests(n.Node)), Jobs: present(n.Jobs, presentJobReference),
	}
}
