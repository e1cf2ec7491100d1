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
		Short: "Show the results of a run, node by node",
		Long: "Lists the nodes of a run with state, time and rows, and the errors below each node. It also works while the run is\n" +
			"active. For a run with --only-changed it gives the reason why each node was built or skipped.\n\n" +
			"JSON: the output of `millrace status --json`, and nodes, each with nodeID, name, nodeType, runState, startTime,\n" +
			"endTime, rowsInserted, rowsUpdated, rowsDeleted, hasTestFailures, failedTests, reason, error (message, hint) and\n" +
			"stages, which have the same fields, and type, failedRows and failingRows if there are any.",
		Example: "millrace results 12\n\n# only failures\nmillrace results 12 --failed",
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
			found, err := fetchRun(command.Context(), server, id)
			if err != nil {
				return err
			}
			if flags.asJSON {
				return p.printJSON(resultsReport(&found, failed))
			}
			return p.printResults(found, failed)
		},
	}
	flags.register(command)
	command.Flags().BoolVar(&failed, "failed", false, "only nodes that failed or whose tests failed")
	return command
}

func (p Program) printResults(r progress.Snapshot, failed bool) error {
	if failed {
		r.Nodes = slices.DeleteFunc(r.Nodes, func(n progress.Node) bool { return !isBad(n.State, n.FailedTests) })
	}
	if len(r.Nodes) == 0 && failed {
		return p.print("No node failed.\n")
	}
	if len(r.Nodes) == 0 {
		return p.print("The run has no nodes.\n")
	}
	progress.List(p.screen(), r)
	return p.print(reasons(&r))
}

// reasons lists why every node was built or skipped; empty for a run without --only-changed.
func reasons(r *progress.Snapshot) string {
	shown := table{columns: []string{"NODE", "WHY"}}
	for i := range r.Nodes {
		if reason := r.Nodes[i].Reason; reason != "" {
			shown.add(r.Nodes[i].Name, reason)
		}
	}
	if len(shown.rows) == 0 {
		return ""
	}
	return "\n" + shown.String()
}

// resultsReport returns the JSON output. Its summary counts all nodes, also if failed limits the list.
func resultsReport(r *progress.Snapshot, failed bool) progress.Report {
	report := r.Report()
	if failed {
		report.Nodes = slices.DeleteFunc(report.Nodes, func(n progress.NodeReport) bool { return !isBad(n.State, n.FailedTests) })
	}
	return report
}

func isBad(state run.NodeState, failedTests int) bool {
	return state == run.NodeFailed || failedTests > 0
}
