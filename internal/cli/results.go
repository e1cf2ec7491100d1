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
			"while the run goes on. Of a run with --only-changed it says of every node why it was built or not.\n\n" +
			"JSON: what `millrace status --json` prints, and nodes, each with nodeID, name, nodeType, runState, startTime, endTime,\n" +
			"rowsInserted, rowsUpdated, rowsDeleted, hasTestFailures, reason, error (message, hint) and stages, which have the same\n" +
			"fields, and type and failingRows, where they have them.",
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
			found, err := fetchResults(command.Context(), server, id)
			if err != nil {
				return err
			}
			if flags.asJSON {
				return p.printJSON(found.report(failed))
			}
			return p.printResults(found, failed)
		},
	}
	flags.register(command)
	command.Flags().BoolVar(&failed, "failed", false, "only nodes that failed, or whose tests did")
	return command
}

// results are a run, and why its nodes were built or not.
type results struct {
	progress.Snapshot

	reasons map[string]string // by the ids of nodes; of a run that was asked to build only what changed
}

func (p Program) printResults(r results, failed bool) error {
	if failed {
		r.Nodes = slices.DeleteFunc(r.Nodes, func(n progress.Node) bool { return !isBad(n.State, n.TestFailures) })
	}
	if len(r.Nodes) == 0 && failed {
		return p.print("No node failed.\n")
	}
	if len(r.Nodes) == 0 {
		return p.print("The run has no nodes.\n")
	}
	progress.List(p.screen(), r.Snapshot)
	return p.print(r.why())
}

// why says of every node why it was built or not; empty when nobody asked for only what changed.
func (r *results) why() string {
	shown := table{columns: []string{"NODE", "WHY"}}
	for i := range r.Nodes {
		if reason := r.reasons[r.Nodes[i].ID]; reason != "" {
			shown.add(r.Nodes[i].Name, reason)
		}
	}
	if len(shown.rows) == 0 {
		return ""
	}
	return "\n" + shown.String()
}

// resultsReport is a run for programs, with the reasons.
type resultsReport struct {
	progress.Report

	Nodes []nodeReport `json:"nodes,omitempty"` // in the place of those without
}

type nodeReport struct {
	progress.NodeReport

	Reason string `json:"reason,omitempty"`
}

// report has a summary that is about all nodes, also when only some are listed.
func (r *results) report(failed bool) resultsReport {
	report := resultsReport{Report: r.Report()}
	for i := range report.Report.Nodes {
		node := &report.Report.Nodes[i]
		if !failed || isBad(node.State, node.TestFailures) {
			report.Nodes = append(report.Nodes, nodeReport{*node, r.reasons[node.ID]})
		}
	}
	return report
}

func isBad(state run.NodeState, testFailures bool) bool {
	return state == run.NodeFailed || testFailures
}
