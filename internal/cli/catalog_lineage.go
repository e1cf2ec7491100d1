package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// traceFlags select the columns that a trace follows.
type traceFlags struct {
	environment string
	downstream  bool
	depth       int
}

func (f *traceFlags) register(command *cobra.Command) {
	environmentFlag(command, &f.environment)
	command.Flags().BoolVar(&f.downstream, "downstream", false, "follow what uses the column (default: where it comes from)")
	command.Flags().IntVar(&f.depth, "depth", 0, "maximum number of nodes to follow, up to 100 (0: no limit)")
}

func (f *traceFlags) check(command *cobra.Command) error {
	if f.depth < 0 {
		return fault.New(fault.Invalid, "--depth %d is below 0", f.depth).WithHint("Use 0 for no limit.")
	}
	return required(command, "environment", f.environment)
}

func (f *traceFlags) parameters(column string) *api.GetColumnLineageParams {
	params := &api.GetColumnLineageParams{Column: column}
	if f.downstream {
		params.Direction = new("downstream")
	}
	if f.depth > 0 {
		params.Depth = new(strconv.Itoa(f.depth))
	}
	return params
}

func (p Program) catalogLineage() *cobra.Command {
	var flags traceFlags
	return exchangeCommand(p, exchange[api.ColumnTrace]{
		use: "lineage NODE.COLUMN --environment NAME", short: "Follow a column through the deployed project", args: 1,
		long: "Follows a column of a deployed node upstream or downstream. Every line says how the value is used. `millrace lineage`\n" +
			"does this for a folder.\n\n" +
			"JSON: start; direction; nodes of the way with their columns and jobs; edges, nearest first, each with use, expression\n" +
			"and depth; opaque, nodes whose SQL is only partly understood; hasMore.",
		example: "millrace catalog lineage MART.REVENUE_BY_MONTH.revenue --environment 2\n\n" +
			"# what breaks if this column is removed\nmillrace catalog lineage RAW.CUSTOMERS.email --environment 2 --downstream",
		flags: flags.register, prepare: flags.check,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.ColumnTrace, error) {
			nodes, err := readCatalog(ctx, server, flags.environment, "")
			if err != nil {
				return nil, err
			}
			node, column, err := catalogColumn(nodes.Data, args[0])
			if err != nil {
				return nil, err
			}
			return server.GetColumnLineage(ctx, flags.environment, node.ID, flags.parameters(column))
		},
		show: p.printColumnTrace,
	})
}

// printColumnTrace prints a line for each edge, indented by its distance from the start.
func (p Program) printColumnTrace(trace *api.ColumnTrace) error {
	names := make(map[string]string, len(trace.Nodes))
	for i := range trace.Nodes {
		names[trace.Nodes[i].NodeID] = trace.Nodes[i].LocationName + "." + trace.Nodes[i].Name
	}
	c := p.palette()
	var out strings.Builder
	out.WriteString(c.bold(tracedName(names, trace.Start.NodeID, &trace.Start.Column)) + "\n")
	for i := range trace.Edges {
		e := &trace.Edges[i]
		other := tracedName(names, e.FromNodeID, e.FromColumn)
		if trace.Direction == "downstream" {
			other = tracedName(names, e.ToNodeID, e.ToColumn)
		}
		out.WriteString(strings.Repeat("  ", e.Depth) + other + "  " + c.cyan(traceUse(e.Use)) + "\n")
	}
	for _, o := range trace.Opaque {
		out.WriteString(c.yellow("incomplete: ") + names[o.NodeID] + ": " + o.Reason + "\n")
	}
	if trace.HasMore {
		out.WriteString(c.faint("there are more columns beyond this depth") + "\n")
	}
	return p.print(out.String())
}

func tracedName(names map[string]string, node string, column *string) string {
	name := names[node]
	if name == "" {
		name = node
	}
	if column == nil || *column == "" {
		return name
	}
	return name + "." + *column
}

// traceUse returns the display text of a use.
func traceUse(use string) string {
	if use == "passThrough" {
		return "pass-through"
	}
	return use
}
