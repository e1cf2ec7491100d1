package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) nodeGraph() *cobra.Command {
	var scope scopeFlags
	var include, exclude string
	return exchangeCommand(p, exchange[api.Graph]{
		use: "graph --environment NAME", short: "Print the graph of an environment or a workspace",
		long: "Prints the deployed nodes of an environment or, with --workspace, the nodes of a workspace, layer by layer, each with\n" +
			"the nodes that it reads. `millrace graph` does this for a folder.\n\n" +
			"JSON: digest, nodes with their positions, edges with their lines, and the size of the drawing.",
		example: "millrace nodes graph --environment 2\n\n" +
			"# what FCT_ORDER reads, with positions\nmillrace nodes graph --workspace 3 --select '+{ FCT_ORDER }' --json",
		flags: func(command *cobra.Command) {
			scope.register(command)
			selectorFlags(command, &include, &exclude)
		},
		prepare: scope.check,
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.Graph, error) {
			if scope.workspace != "" {
				return server.GetWorkspaceGraph(ctx, scope.workspace, &api.GetWorkspaceGraphParams{
					IncludeSelector: given(include), ExcludeSelector: given(exclude),
				})
			}
			return server.GetEnvironmentGraph(ctx, scope.environment, &api.GetEnvironmentGraphParams{
				IncludeSelector: given(include), ExcludeSelector: given(exclude),
			})
		},
		show: func(g *api.Graph) error { return p.print(drawingOf(g).text(p.palette())) },
	})
}

// drawingOf converts a graph of a server.
func drawingOf(g *api.Graph) drawing {
	d := drawing{Nodes: make([]drawnNode, len(g.Nodes)), Edges: make([]drawnEdge, len(g.Edges))}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		d.Nodes[i] = drawnNode{ID: n.ID, Name: n.Name, Location: n.LocationName, NodeType: n.NodeType, Level: &n.Layer}
	}
	for i := range g.Edges {
		d.Edges[i] = drawnEdge{g.Edges[i].From, g.Edges[i].To}
	}
	return d
}
