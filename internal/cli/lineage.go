package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
)

// lineageFlags are the flags of lineage.
type lineageFlags struct {
	projectFlags

	folder               string
	upstream, downstream bool
	depth                int
}

func (p Program) lineage() *cobra.Command {
	var flags lineageFlags
	command := &cobra.Command{
		Use:   "lineage NODE[.COLUMN]",
		Short: "Trace a node or a column upstream or downstream",
		Long: "Traces a column through the SQL of the nodes. Every line says how it is used: passed through, transformed, or used in\n" +
			"a filter or a join. Without a column it traces the node as a whole.\n\n" +
			"A node is NAME, LOCATION.NAME, LOCATION-NAME or its id; a column is its name.\n\n" +
			"JSON: start; direction, upstream or downstream; edges, nearest first, each with from, to, use and depth. Columns are\n" +
			"node, nodeID, column, columnID. For a column also opaque (nodes whose SQL could not be analyzed) and hasMore.",
		Example: "# where a column comes from\nmillrace lineage DIM_CUSTOMER.CUSTOMER_NAME\n\n" +
			"# what breaks if this column is removed\nmillrace lineage RAW.CUSTOMERS.EMAIL --downstream",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if err := flags.check(); err != nil {
				return err
			}
			compiled, err := p.open(command, &flags.projectFlags, flags.folder)
			if err != nil {
				return err
			}
			target, err := findTarget(compiled, args[0])
			if err != nil {
				return err
			}
			return p.printLineage(compiled, target, flags)
		},
	}
	flags.register(command)
	dirFlag(command, &flags.folder)
	command.ValidArgsFunction = onlyFirst(nodeCompletion)
	command.Flags().BoolVar(&flags.upstream, "upstream", false, "trace upstream (the default)")
	command.Flags().BoolVar(&flags.downstream, "downstream", false, "trace downstream")
	command.Flags().IntVar(&flags.depth, "depth", 0, "maximum number of nodes to follow (0: no limit)")
	return command
}

func (f lineageFlags) check() error {
	if f.upstream && f.downstream {
		return fault.New(fault.Invalid, "--upstream and --downstream cannot be used together").WithHint("Run the command twice.")
	}
	if f.depth < 0 {
		return fault.New(fault.Invalid, "--depth %d is below 0", f.depth).WithHint("Use 0 for no limit.")
	}
	return nil
}

func (p Program) printLineage(compiled *compiler.Compilation, t target, flags lineageFlags) error {
	if t.column == nil {
		return p.printNodeLineage(compiled, t, flags)
	}
	return p.printColumnLineage(compiled, t, flags)
}
