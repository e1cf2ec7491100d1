package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) subgraphCreate() *cobra.Command {
	var inside insideFlag
	nodes := []string{}
	return exchangeCommand(p, exchange[api.Subgraph]{
		use: "create NAME --workspace ID", short: "Create a subgraph in a workspace", args: 1,
		long: "Creates a subgraph: nodes that belong together, under a name that selectors know. It is in the workspace first; a\n" +
			"commit and a deployment bring it to an environment.\n\nJSON: the subgraph, with its id.",
		example: "millrace nodes --workspace 3\nmillrace subgraphs create Sales --workspace 3 --node 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags: func(command *cobra.Command) {
			inside.register(command)
			command.Flags().StringArrayVar(&nodes, "node", nil, "id of a node that is part of it; may be repeated")
		},
		prepare: inside.check,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Subgraph, error) {
			return server.CreateWorkspaceSubgraph(ctx, inside.workspace, api.SubgraphWrite{Name: args[0], Steps: orEmpty(nodes)})
		},
		show: p.showSubgraph,
	})
}

// subgraphFlags say what becomes of a subgraph.
type subgraphFlags struct {
	insideFlag

	name     string
	add, out []string // ids of nodes
}

func (f *subgraphFlags) register(command *cobra.Command) {
	f.insideFlag.register(command)
	command.Flags().StringVar(&f.name, "name", "", "name of the subgraph")
	command.Flags().StringArrayVar(&f.add, "add", nil, "id of a node to add; may be repeated")
	command.Flags().StringArrayVar(&f.out, "remove", nil, "id of a node to take out; may be repeated")
}

// steps are the nodes after the change. One that is there already is not added again.
func (f *subgraphFlags) steps(before []string) ([]string, error) {
	after := slices.Clone(before)
	for _, node := range f.out {
		if !slices.Contains(after, node) {
			return nil, fault.New(fault.Invalid, "the node %s is not in the subgraph", node).WithHint("`millrace subgraphs get` shows its nodes.")
		}
		after = slices.DeleteFunc(after, func(id string) bool { return id == node })
	}
	for _, node := range f.add {
		if !slices.Contains(after, node) {
			after = append(after, node)
		}
	}
	return orEmpty(after), nil
}

// subgraphUpdate lays flags over the subgraph that there is, where the interface replaces it.
func (p Program) subgraphUpdate() *cobra.Command {
	var flags subgraphFlags
	return exchangeCommand(p, exchange[api.Subgraph]{
		use: "update ID --workspace ID", short: "Rename a subgraph, add nodes to it or take some out", args: 1,
		long:    "Changes what flags name, and leaves the rest as it is.\n\n" + versionsLong + "\n\nJSON: the subgraph after the change.",
		example: "millrace subgraphs update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3 --name Sales",
		flags:   flags.register, prepare: flags.checkChange,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Subgraph, error) {
			before, err := server.GetWorkspaceSubgraph(ctx, flags.workspace, args[0])
			if err != nil {
				return nil, err
			}
			steps, err := flags.steps(before.Steps)
			if err != nil {
				return nil, err
			}
			lay(&before.Name, given(flags.name))
			return server.UpdateWorkspaceSubgraph(ctx, flags.workspace, args[0], nil, api.SubgraphWrite{
				Name: before.Name, Steps: steps, Version: before.Version,
			})
		},
		show: p.showSubgraph,
	})
}

func (p Program) subgraphDelete() *cobra.Command {
	var inside insideFlag
	return p.deleteCommand(deletion{
		noun: "subgraph", short: "Delete a subgraph of a workspace, but none of its nodes", inside: &inside,
		long:    "Deletes a subgraph of a workspace. Its nodes stay. What is deployed stays as it is until the next deployment.",
		example: "millrace subgraphs delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteWorkspaceSubgraph(ctx, inside.workspace, id, nil)
		},
	})
}
