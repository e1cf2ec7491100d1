package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

func (p Program) results() *cobra.Command {
	var flags remoteFlags
	var failed bool
	command := &cobra.Command{
		Use:   "results RUN",
		Short: "Show what came of a run, node by node",
		Long: "Lists the nodes of a run with their states, times and rows, and below a node what went wrong with it. It works\n" +
			"while the run goes on.\n\n" +
			"JSON: what `millrace status --json` prints, and nodes, each with nodeID, name, nodeType, runState, startTime, endTime,\n" +
			"rowsInserted, rowsUpdated, rowsDeleted, hasTestFailures, error (message, hint) and stages, which have the same fields,\n" +
			"and type and failingRows, where they have them.",
		Example: "millrace results 12\n\n# only what went wrong\nmillrace results 12 --failed",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			id, err := runArgument(args[0])
			if err != nil {
				return err
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			s, err := fetchRun(command.Context(), server, id)
			if err != nil {
				return err
			}
			return p.printResults(s, failed, flags.asJSON)
		},
	}
	flags.register(command)
	command.Flags().BoolVar(&failed, "failed", false, "only nodes that failed, or whose tests did")
	return command
}

func (p Program) printResults(s progress.Snapshot, failed, asJSON bool) error {
	report := s.Report() // its summary is about all nodes
	if failed {
		s.Nodes = slices.DeleteFunc(s.Nodes, func(n progress.Node) bool { return !isBad(n.State, n.TestFailures) })
		report.Nodes = slices.DeleteFunc(report.Nodes, func(n progress.NodeReport) bool { return !isBad(n.State, n.TestFailures) })
	}
	if asJSON {
		return p.printJSON(report)
	}
	if len(s.Nodes) == 0 {
		return p.print("No node failed.\n")
	}
	progress.List(p.screen(), s)
	return nil
}

func isBad(state run.NodeState, testFailures bool) bool {
	return state == run.NodeFailed || testFailures
}
