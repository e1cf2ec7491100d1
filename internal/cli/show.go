package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/engine"
	localrun "github.com/millrace/millrace/internal/localrun"
)

func (p Program) show() *cobra.Command {
	flags := newRowFlags()
	var folder string
	command := &cobra.Command{
		Use:   "show NODE",
		Short: "Print rows of a node after a local run",
		Long: "Prints the first rows of the table or view that `millrace run` built for a node, in no particular order. NODE is a\n" +
			"name, or LOCATION.NAME. The command builds nothing: run the project first. Only one process at a time can use the\n" +
			"data folder.\n\n" +
			"JSON: columns, each with name and type; rows, each a list of values; hasMore.",
		Example: "millrace run shop\nmillrace show FCT_ORDER --dir shop\n\n" +
			"# all columns and values of one row\nmillrace show CORE.FCT_ORDER --limit 1 --json",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error { return p.runShow(command, &flags, folder, args[0]) },
	}
	flags.register(command)
	dirFlag(command, &folder)
	command.ValidArgsFunction = onlyFirst(nodeCompletion)
	return command
}

// dirFlag adds --dir, for commands whose argument is not the folder of the project.
func dirFlag(command *cobra.Command, folder *string) {
	command.Flags().StringVar(folder, "dir", "", "folder of the project (default: this folder or the nearest parent with a project)")
	_ = command.MarkFlagDirname("dir") // the flag exists
}

func (p Program) runShow(command *cobra.Command, flags *rowFlags, named, node string) error {
	if err := flags.check(); err != nil {
		return err
	}
	folder, err := findProject(named)
	if err != nil {
		return err
	}
	compiled, err := flags.compile(command, folder)
	if err != nil {
		return err
	}
	n, err := findNode(compiled, node)
	if err != nil {
		return err
	}
	return p.printLocal(command.Context(), flags, folder, func(data *localrun.DataFolder) (engine.Rows, error) {
		return data.NodeRows(command.Context(), compiled, n, flags.limit)
	})
}

// findNode returns the node with a name or LOCATION.NAME.
func findNode(compiled *compiler.Compilation, text string) (*compiler.Node, error) {
	nodes := compiled.Find(text)
	if len(nodes) == 0 {
		return nil, noNode(compiled, text)
	}
	found, err := onlyOne(text, asTargets(nodes, nil))
	return found.node, err
}
