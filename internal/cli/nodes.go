package cli

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// nodesFlags select the nodes to list.
type nodesFlags struct {
	remoteFlags
	scopeFlags

	detail bool
}

func (p Program) nodes() *cobra.Command {
	parent := p.nodeList("nodes --environment NAME", "List deployed nodes; manage the nodes of workspaces")
	parent.AddCommand(
		p.remote(p.nodeList("list --environment NAME", "List the nodes of an environment or a workspace")),
		p.remote(p.nodeMatch()), p.remote(p.nodeGraph()), p.remote(p.nodeGet()), p.remote(p.nodeCreate()), p.remote(p.nodeSet()), p.remote(p.nodeDelete()),
		p.remote(p.nodeHistory()),
	)
	return parent
}

func (p Program) nodeList(use, short string) *cobra.Command {
	var flags nodesFlags
	command := &cobra.Command{
		Use: use, Short: short,
		Long: "Lists the deployed nodes of an environment or, with --workspace, the nodes of a workspace.\n\n" +
			"JSON: a list of nodes, each with id, name, nodeType, locationName, database and schema; with --detail all fields of a\n" +
			"node, such as description, config and metadata with its columns.",
		Example: "millrace nodes --environment 2\n\n# with columns and descriptions\nmillrace nodes --workspace 3 --detail",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := flags.check(command); err != nil {
				return err
			}
			server, err := p.connect(&flags.remoteFlags)
			if err != nil {
				return err
			}
			list, err := flags.list(command.Context(), server)
			if err != nil {
				return err
			}
			return p.printNodes(list, &flags)
		},
	}
	flags.remoteFlags.register(command)
	flags.scopeFlags.register(command)
	command.Flags().BoolVar(&flags.detail, "detail", false, "show all details of each node")
	return command
}

// list reads the nodes as the server sends them, because a detailed node may have more fields than this program knows.
func (f *nodesFlags) list(ctx context.Context, server *client.Client) ([]json.RawMessage, error) {
	return readAll(func(from *string) (batch[json.RawMessage], error) {
		answered, err := f.page(ctx, server, from)
		if err != nil {
			return batch[json.RawMessage]{}, err
		}
		return batch[json.RawMessage]{answered.Data, nextOf(answered.Next)}, nil
	})
}

func (f *nodesFlags) page(ctx context.Context, server *client.Client, from *string) (*api.NodeList, error) {
	detail := strconv.FormatBool(f.detail)
	if f.workspace != "" {
		return server.ListWorkspaceNodes(ctx, f.workspace, &api.ListWorkspaceNodesParams{
			Detail: &detail, Limit: new(pageLimit), StartingFrom: from,
		})
	}
	return server.ListEnvironmentNodes(ctx, f.environment, &api.ListEnvironmentNodesParams{
		Detail: &detail, Limit: new(pageLimit), StartingFrom: from,
	})
}

func (p Program) printNodes(list []json.RawMessage, flags *nodesFlags) error {
	if flags.asJSON {
		return p.printJSON(orEmpty(list))
	}
	nodes, err := decoded[api.Node](list)
	if err != nil {
		return err
	}
	shown := table{columns: []string{"NODE", "TYPE", "DATABASE", "SCHEMA", "ID"}}
	if flags.detail {
		shown.columns = []string{"NODE", "TYPE", "DATABASE", "SCHEMA", "COLUMNS", "MATERIALIZED AS", "DESCRIPTION", "ID"}
	}
	for i := range nodes {
		shown.add(nodeCells(&nodes[i], flags.detail)...)
	}
	return p.printTable(&shown, "There are no nodes.")
}

func nodeCells(n *api.Node, detail bool) []string {
	cells := []string{n.LocationName + "." + n.Name, n.NodeType, n.Database, n.Schema}
	if detail {
		columns := 0
		if n.Metadata != nil {
			columns = len(n.Metadata.Columns)
		}
		cells = append(cells, strconv.Itoa(columns), orZero(n.MaterializationType), n.Description)
	}
	return append(cells, n.ID)
}
