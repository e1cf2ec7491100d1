package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/fault"
)

// lineageFlags say how far to look and in which direction.
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
		Short: "Show where a node or a column comes from, or where it goes",
		Long: "Follows a column through the SQL of the nodes. Every line says what is done with it: passed through, transformed, or\n" +
			"used in a filter or a join. Without a column it follows the node as a whole.\n\n" +
			"A node is NAME, LOCATION.NAME, LOCATION-NAME or its id; a column is its name.\n\n" +
			"JSON: start; direction, upstream or downstream; edges, nearest first, each with from, to, use and depth. Columns are\n" +
			"node, nodeID, column, columnID. For a column also opaque (nodes whose SQL was not understood) and hasMore.",
		Example: "# where a column comes from\nmillrace lineage DIM_CUSTOMER.CUSTOMER_NAME\n\n" +
			"# what breaks if this column goes away\nmillrace lineage RAW.CUSTOMERS.EMAIL --downstream",
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
	command.Flags().StringVar(&flags.folder, "dir", "", "folder of the project; this one or the nearest above it if left out")
	command.Flags().BoolVar(&flags.upstream, "upstream", false, "show where it comes from, which is what happens anyway")
	command.Flags().BoolVar(&flags.downstream, "downstream", false, "show where it goes instead")
	command.Flags().IntVar(&flags.depth, "depth", 0, "how many nodes away to look; 0 is all the way")
	return command
}

func (f lineageFlags) check() error {
	if f.upstream && f.downstream {
		return fault.New(fault.Invalid, "--upstream and --downstream exclude each other").WithHint("Ask twice.")
	}
	if f.depth < 0 {
		return fault.New(fault.Invalid, "--depth %d is less than nothing", f.depth).WithHint("0 is all the way.")
	}
	return nil
}

func (p Program) printLineage(compiled *compiler.Compilation, t target, flags lineageFlags) error {
	if t.column == nil {
		return p.printNodeLineage(compiled, t, flags)
	}
	return p.printColumnLineage(compiled, t, flags)
}
