package cli

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/progress"
)

// runsFlags select the runs to list.
type runsFlags struct {
	remoteFlags

	environment, project, job, schedule string
	status, kind, search, from, to      string
	unresolved, failedTests             bool
	limit                               int
}

// parameters returns the query of the list.
func (f *runsFlags) parameters() *api.ListRunsParams {
	params := &api.ListRunsParams{
		EnvironmentID: given(f.environment), ProjectID: given(f.project), JobID: given(f.job), ScheduleID: given(f.schedule),
		RunStatus: given(f.status), RunType: given(f.kind), Search: given(f.search), From: given(f.from), To: given(f.to),
		Limit: new(strconv.Itoa(f.limit)),
	}
	if f.unresolved {
		params.Unresolved = new("true")
	}
	if f.failedTests {
		params.FailedTests = new("true")
	}
	return params
}

func (p Program) runs() *cobra.Command {
	var flags runsFlags
	command := &cobra.Command{
		Use:   "runs",
		Short: "List runs, newest first",
		Long: "Lists the runs that you can see, newest first.\n\n" +
			"JSON: a list of runs, each with id, runType, runStatus, environmentID, and reRunID, runStartTime, runEndTime and\n" +
			"runFailureReason if there are any.",
		Example: "millrace runs\n\n# the last failed run of an environment\nmillrace runs --environment 2 --status failed --limit 1\n\n" +
			"# the failures that no later run has repaired\nmillrace runs --unresolved",
		Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if flags.limit < 1 {
				return fault.New(fault.Invalid, "--limit %d is below 1", flags.limit)
			}
			server, err := p.connect(&flags.remoteFlags)
			if err != nil {
				return err
			}
			page, err := server.ListRuns(command.Context(), flags.parameters())
			if err != nil {
				return err
			}
			return p.printRuns(page, flags.asJSON)
		},
	}
	flags.register(command)
	command.Flags().StringVar(&flags.environment, "environment", "", "only runs of this environment, by name or id")
	command.Flags().StringVar(&flags.project, "project", "", "only runs of this project")
	command.Flags().StringVar(&flags.job, "job", "", "only runs of this job")
	command.Flags().StringVar(&flags.schedule, "schedule", "", "only runs that this schedule started")
	command.Flags().StringVar(&flags.from, "from", "", "only runs requested at this time or later, such as 2026-01-31T08:00:00Z")
	command.Flags().StringVar(&flags.to, "to", "", "only runs requested before this time")
	command.Flags().StringVar(&flags.search, "search", "", "only runs whose failed nodes or errors contain this text")
	command.Flags().BoolVar(&flags.unresolved, "unresolved", false, "only failed runs that no later run has repaired")
	command.Flags().BoolVar(&flags.failedTests, "failed-tests", false, "only runs in which tests failed")
	command.Flags().StringVar(&flags.status, "status", "", "only runs with this status: waitingToRun, running, completed, failed or canceled")
	command.Flags().StringVar(&flags.kind, "type", "", "only runs of this type: refresh or deploy")
	command.Flags().IntVar(&flags.limit, "limit", 25, "maximum number of runs")
	return command
}

func (p Program) printRuns(list *api.RunList, asJSON bool) error {
	if asJSON {
		return p.printJSON(orEmpty(list.Data))
	}
	if len(list.Data) == 0 {
		return p.print("There are no matching runs.\n")
	}
	var out strings.Builder
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "RUN\tTYPE\tSTATUS\tENVIRONMENT\tSTARTED\tTOOK\tREASON")
	for _, raw := range list.Data {
		var one api.RunSummary
		if err := json.Unmarshal(raw, &one); err != nil {
			return notMillraceFault()
		}
		_, _ = fmt.Fprintf(table, "%d\t%s\t%s\t%s\t%s\n", one.ID, one.RunType, one.RunStatus, one.EnvironmentID, runTimes(&one))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return p.print(trimLines(out.String()))
}

// runTimes returns the columns with the times of a run and the reason of its failure.
func runTimes(one *api.RunSummary) string {
	started, ended := timeOf(one.RunStartTime), timeOf(one.RunEndTime)
	began, took := "", ""
	if !started.IsZero() {
		began = inUTC(started)
		if !ended.IsZero() {
			took = progress.Duration(ended.Sub(started))
		}
	}
	return began + "\t" + took + "\t" + progress.Clean(orZero(one.RunFailureReason))
}

// inUTC formats a time in UTC, because readers may be in different time zones.
func inUTC(at time.Time) string { return at.UTC().Format("2006-01-02 15:04:05Z") }

// trimLines removes the spaces that empty columns leave at line ends.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}
