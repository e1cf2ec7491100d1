package cli

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) catalog() *cobra.Command {
	parent := p.catalogList("catalog --environment NAME", "List deployed nodes with their documentation; follow columns")
	parent.AddCommand(
		p.remote(p.catalogList("list --environment NAME", "List the deployed nodes with their documentation")),
		p.remote(p.catalogGet()), p.remote(p.catalogLineage()),
	)
	return parent
}

func (p Program) catalogList(use, short string) *cobra.Command {
	var environment, text string
	return exchangeCommand(p, exchange[api.CatalogNodeList]{
		use: use, short: short,
		long: "Lists the deployed nodes of an environment with their descriptions, and says how much of the project is documented.\n\n" +
			"JSON: data, the nodes with description and the numbers of columns, described columns and tests, and with --find the\n" +
			"columns that it found; documentation, the totals.",
		example: "millrace catalog --environment 2\n\n# nodes and columns about revenue\nmillrace catalog --environment 2 --find revenue",
		flags: func(command *cobra.Command) {
			environmentFlag(command, &environment)
			command.Flags().StringVar(&text, "find", "", "only nodes whose name, description or columns contain every word of this text")
		},
		prepare: func(command *cobra.Command) error { return required(command, "environment", environment) },
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.CatalogNodeList, error) {
			return readCatalog(ctx, server, environment, text)
		},
		show: p.printCatalog,
	})
}

// readCatalog reads the catalog of an environment page by page.
func readCatalog(ctx context.Context, server *client.Client, environment, text string) (*api.CatalogNodeList, error) {
	var last *api.CatalogNodeList
	all, err := readAll(func(from *string) (batch[api.CatalogNode], error) {
		page, err := server.ListCatalogNodes(ctx, environment, &api.ListCatalogNodesParams{
			Q: given(text), Limit: new(pageLimit), StartingFrom: from,
		})
		if err != nil {
			return batch[api.CatalogNode]{}, err
		}
		last = page
		return batch[api.CatalogNode]{page.Data, nextOf(page.Next)}, nil
	})
	if err != nil {
		return nil, err
	}
	last.Data = orEmpty(all)
	return last, nil
}

func (p Program) printCatalog(list *api.CatalogNodeList) error {
	shown := table{columns: []string{"NODE", "TYPE", "COLUMNS", "TESTS", "FOUND", "DESCRIPTION"}}
	for i := range list.Data {
		n := &list.Data[i]
		columns := fmt.Sprintf("%d, %d described", n.Columns, n.DescribedColumns)
		shown.add(n.LocationName+"."+n.Name, n.NodeType, columns, strconv.Itoa(n.Tests), strings.Join(orZero(n.FoundColumns), ", "), n.Description)
	}
	if err := p.printTable(&shown, "There are no nodes."); err != nil {
		return err
	}
	d := list.Documentation
	return p.print(fmt.Sprintf("%d of %d nodes and %d of %d columns have a description; %d nodes have tests.\n",
		d.DescribedNodes, d.Nodes, d.DescribedColumns, d.Columns, d.TestedNodes))
}

func (p Program) catalogGet() *cobra.Command {
	var environment string
	return exchangeCommand(p, exchange[api.CatalogNodeDetail]{
		use: "get NODE --environment NAME", short: "Show the documentation of a deployed node", args: 1,
		long: "Shows the description, columns, tests, neighbors and jobs of a deployed node. A node is NAME, LOCATION.NAME or its id.\n\n" +
			"JSON: the node as GET /api/v1/environments/{id}/catalog/{id} returns it.",
		example: "millrace catalog get MART.REVENUE_BY_MONTH --environment 2",
		flags:   func(command *cobra.Command) { environmentFlag(command, &environment) },
		prepare: func(command *cobra.Command) error { return required(command, "environment", environment) },
		send: func(ctx context.Context, server *client.Client, args []string) (*api.CatalogNodeDetail, error) {
			nodes, err := readCatalog(ctx, server, environment, "")
			if err != nil {
				return nil, err
			}
			node, err := catalogNode(nodes.Data, args[0])
			if err != nil {
				return nil, err
			}
			return server.GetCatalogNode(ctx, environment, node.ID)
		},
		show: p.printCatalogNode,
	})
}

func (p Program) printCatalogNode(n *api.CatalogNodeDetail) error {
	var shown facts
	shown.add("id", n.ID)
	shown.add("node", n.LocationName+"."+n.Name)
	shown.add("type", n.NodeType)
	shown.add("table", n.Database+"."+n.Schema+"."+n.Name)
	shown.add("description", n.Description)
	for i := range n.Columns {
		c := &n.Columns[i]
		shown.add("column", strings.TrimRight(c.Name+" "+c.DataType+"  "+c.Description, " "))
	}
	for i := range n.Tests {
		shown.add("test", n.Tests[i].Name)
	}
	shown.add("reads", nodeReferences(n.Upstream))
	shown.add("read by", nodeReferences(n.Downstream))
	for _, job := range n.Jobs {
		shown.add("job", job.ID+" "+job.Name)
	}
	shown.add("lineage", orZero(n.LineageReason))
	return p.print(shown.String())
}

func nodeReferences(list []api.NodeReference) string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].LocationName + "." + list[i].Name
	}
	return strings.Join(names, ", ")
}
