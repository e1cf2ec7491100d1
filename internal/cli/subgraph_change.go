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
	var inside workspaceFlag
	nodes := []string{}
	return exchangeCommand(p, exchange[api.Subgraph]{
		use: "create NAME --workspace ID", short: "Create a subgraph in a workspace", args: 1,
		long: "Creates a subgraph: a named group of nodes for selectors. It exists in the workspace first; a commit and a deployment\n" +
			"bring it to an environment.\n\n" +
			"JSON: the subgraph, with its id.",
		example: "millrace nodes --workspace 3\nmillrace subgraphs create Sales --workspace 3 --node 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags: func(command *cobra.Command) {
			inside.register(command)
			command.Flags().StringArrayVar(&nodes, "node", nil, "id of a node of the subgraph; may be repeated")
		},
		prepare: inside.check,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Subgraph, error) {
			return server.CreateWorkspaceSubgraph(ctx, inside.workspace, api.SubgraphWrite{Name: args[0], Steps: orEmpty(nodes)})
		},
		show: p.showSubgraph,
	})
}

// subgraphFlags describe a change of a subgraph.
type subgraphFlags struct {
	workspaceFlag

	name     string
	add, out []string // ids of nodes
}

func (f *subgraphFlags) register(command *cobra.Command) {
	f.workspaceFlag.register(command)
	command.Flags().StringVar(&f.name, "name", "", "name of the subgraph")
	command.Flags().StringArrayVar(&f.add, "add", nil, "id of a node to add; may be repeated")
	command.Flags().StringArrayVar(&f.out, "remove", nil, "id of a node to remove; may be repeated")
}

// steps returns the nodes after the change. It does not add a node twice.
func (f *subgraphFlags) steps(before []string) ([]string, error) {
	after := slices.Clone(before)
	for _, node := range f.out {
		if !slices.Contains(after, node) {
			return nil, fault.New(fault.Invalid, "node %s is not in the subgraph", node).WithHint("List its nodes with `millrace subgraphs get`.")
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

// subgraphUpdate merges flags into the existing subgraph, because the API replaces it.
func (p Program) subgraphUpdate() *cobra.Command {
	var flags subgraphFlags
	return exchangeCommand(p, exchange[api.Subgraph]{
		use: "update ID --workspace ID", short: "Change the name or the nodes of a subgraph", args: 1,
		long:    "Changes what the flags name and leaves the rest unchanged.\n\n" + versionsLong + "\n\nJSON: the subgraph after the change.",
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
	var inside workspaceFlag
	return p.deleteCommand(deletion{
		noun: "subgraph", short: "Delete a subgraph of a workspace and keep its nodes", inside: &inside,
		long:    "Deletes a subgraph of a workspace. Its nodes stay. The deployed subgraph stays until the next deployment.",
		example: "millrace subgraphs delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --workspace 3 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteWorkspaceSubgraph(ctx, inside.workspace, id, nil)
		},
	})
}
