package httpapi

import (
	"math"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/graph"
	"github.com/millrace/millrace/internal/nodegraph"
	"github.com/millrace/millrace/internal/render"
	"github.com/millrace/millrace/internal/transform"
	"github.com/millrace/millrace/internal/workspace"
)

// diagnosticCounts are the numbers of errors and warnings of a file.
type diagnosticCounts struct{ errors, warnings int }

func countDiagnostics(c *compiler.Compilation) map[string]diagnosticCounts {
	counts := map[string]diagnosticCounts{}
	if c == nil {
		return counts
	}
	for _, d := range c.Diagnostics {
		count := counts[d.File]
		if d.Severity == diagnostic.Error {
			count.errors++
		} else {
			count.warnings++
		}
		counts[d.File] = count
	}
	return counts
}

func presentGraph(p *nodegraph.Project, d nodegraph.Drawing, problems map[string]diagnosticCounts) api.Graph {
	shape := api.Graph{
		Digest: d.Digest, Total: len(p.Nodes()), Width: d.Layout.Width, Height: d.Layout.Height,
		NodeWidth: d.Layout.NodeWidth, NodeHeight: d.Layout.NodeHeight, Locations: presentLocationCounts(p, d.Nodes),
		Nodes: make([]api.GraphNode, len(d.Nodes)), Edges: make([]api.GraphEdge, len(d.Layout.Routes)),
	}
	positions := make(map[string]*graph.NodePosition[string], len(d.Layout.Nodes))
	for i := range d.Layout.Nodes {
		positions[d.Layout.Nodes[i].Key] = &d.Layout.Nodes[i]
	}
	for i, n := range d.Nodes {
		shape.Nodes[i] = presentGraphNode(n, positions[string(n.ID)], problems[n.File])
	}
	for i := range d.Layout.Routes {
		shape.Edges[i] = presentEdge(&d.Layout.Routes[i])
	}
	return shape
}

func presentGraphNode(n *compiler.Node, at *graph.NodePosition[string], problems diagnosticCounts) api.GraphNode {
	shape := api.GraphNode{
		ID: workspace.PublicID(n.ID), Name: n.Name, LocationName: n.Location, NodeType: string(n.Node.Type),
		Materialization: n.Materialization, IsSource: n.IsSource, Columns: len(n.Columns), Tests: countTests(n),
		Errors: problems.errors, Warnings: problems.warnings,
	}
	if n.Type != nil {
		shape.NodeTypeName = optional(n.Type.Name)
	}
	if at != nil {
		shape.Layer, shape.X, shape.Y = at.Layer, rounded(at.X), rounded(at.Y)
	}
	return shape
}

// countTests counts the tests that a run of the node executes.
func countTests(n *compiler.Node) int {
	count := 0
	for _, result := range []*render.Result{n.Create, n.Run} {
		if result == nil {
			continue
		}
		for i := range result.Stages {
			if result.Stages[i].Type == render.TestStage {
				count++
			}
		}
	}
	return count
}

func presentEdge(r *graph.Route[string]) api.GraphEdge {
	shape := api.GraphEdge{From: workspace.PublicID(transform.NodeID(r.From)), To: workspace.PublicID(transform.NodeID(r.To))}
	if r.Reversed {
		shape.IsReversed = new(true)
	}
	if straight := 2; len(r.Points) > straight {
		points := present(r.Points, func(p graph.Point) []float64 { return []float64{rounded(p.X), rounded(p.Y)} })
		shape.Points = &points
	}
	return shape
}

// rounded rounds a coordinate to a tenth of a pixel, which keeps large graphs short.
func rounded(x float64) float64 {
	const tenths = 10
	return math.Round(x*tenths) / tenths
}
