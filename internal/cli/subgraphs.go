package cli

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) subgraphs() *cobra.Command {
	parent := p.subgraphList("subgraphs --workspace ID", "Manage the subgraphs of a workspace")
	parent.AddCommand(
		p.remote(p.subgraphList("list --workspace ID", "List the subgraphs of a workspace")),
		p.remote(p.subgraphGet()), p.remote(p.subgraphCreate()), p.remote(p.subgraphUpdate()), p.remote(p.subgraphDelete()),
	)
	return parent
}

func (p Program) subgraphList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Subgraph]{
		use: use, short: short,
		long: "Lists the subgraphs of a workspace: named groups of nodes for selectors.\n\n" +
			"JSON: a list of subgraphs, each with id, name, steps, which are ids of nodes, and version.",
		example: "millrace subgraphs --workspace 3\n\n# run the nodes of one\nmillrace refresh --environment 2 --select '{ subgraph: Sales }'",
		scope:   "workspace", scopeHelp: "id of the workspace; `millrace workspaces` lists them", needsScope: true,
		list: listSubgraphs, show: p.printSubgraphs,
	})
}

func listSubgraphs(ctx context.Context, server *client.Client, workspace string) ([]api.Subgraph, error) {
	return readAll(func(from *string) (batch[api.Subgraph], error) {
		page, err := server.ListWorkspaceSubgraphs(ctx, workspace, &api.ListWorkspaceSubgraphsParams{
			Limit: new(pageLimit), StartingFrom: from,
		})
		if err != nil {
			return batch[api.Subgraph]{}, err
		}
		return batch[api.Subgraph]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) printSubgraphs(list []api.Subgraph) error {
	shown := table{columns: []string{"ID", "NAME", "NODES"}}
	for i := range list {
		shown.add(list[i].ID, list[i].Name, strconv.Itoa(len(list[i].Steps)))
	}
	return p.printTable(&shown, "There are no subgraphs.")
}

func (p Program) subgraphGet() *cobra.Command {
	var inside workspaceFlag
	return exchangeCommand(p, exchange[api.Subgraph]{
		use: "get ID --workspace ID", short: "Show a subgraph with its nodes", args: 1,
		long:    "Shows a subgraph of a workspace with the ids of its nodes.\n\nJSON: the subgraph, with id, name, steps and version.",
		example: "millrace subgraphs get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3",
		flags:   inside.register, prepare: inside.check,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Subgraph, error) {
			return server.GetWorkspaceSubgraph(ctx, inside.workspace, args[0])
		},
		show: p.showSubgraph,
	})
}

func (p Program) showSubgraph(s *api.Subgraph) error {
	var shown facts
	shown.add("id", s.ID)
	shown.add("name", s.Name)
	shown.add("version", versionText(s.Version))
	for _, node := range s.Steps {
		shown.add("node", node)
	}
	return p.print(shown.String())
}
