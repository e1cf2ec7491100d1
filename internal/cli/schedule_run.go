package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

func (p Program) scheduleRun() *cobra.Command {
	var flags remoteFlags
	var waiting waitFlags
	command := &cobra.Command{
		Use:     "run ID",
		Short:   "Fire a schedule now",
		Long:    "Starts a run of a schedule now, in addition to its due times. Exit codes and JSON are those of `millrace refresh`.",
		Example: "millrace schedules run 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --wait",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			started, err := server.RunScheduleNow(command.Context(), args[0])
			if err != nil {
				return err
			}
			return p.accepted(command.Context(), server, acceptedRun{waiting, started.RunCounter, flags.asJSON})
		},
	}
	flags.register(command)
	waiting.register(command)
	return command
}

func (p Program) scheduleFirings() *cobra.Command {
	var flags remoteFlags
	var limit int
	var states string
	command := &cobra.Command{
		Use:   "firings ID",
		Short: "List the firings of a schedule, newest first",
		Long: "Lists the firings of a schedule, newest first, with their results.\n\n" +
			"JSON: a list of firings, each with id, dueAt, state and attempt, and runID, reason and startedAt if there are any.",
		Example: "millrace schedules firings 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --state failed,missed",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if limit < 1 {
				return fault.New(fault.Invalid, "--limit %d is below 1", limit)
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			params := &api.ListFiringsParams{Limit: new(strconv.Itoa(limit))}
			if states != "" {
				params.State = &states
			}
			page, err := server.ListFirings(command.Context(), args[0], params)
			if err != nil {
				return err
			}
			return p.printFirings(page.Data, flags.asJSON)
		},
	}
	flags.register(command)
	command.Flags().IntVar(&limit, "limit", 25, "maximum number of firings")
	command.Flags().StringVar(&states, "state", "", "only firings in these states, separated by commas (default every state)")
	return command
}

func (p Program) printFirings(list []api.Firing, asJSON bool) error {
	if asJSON {
		return p.printJSON(orEmpty(list))
	}
	shown := table{columns: []string{"DUE", "STATE", "ATTEMPT", "RUN", "STARTED", "REASON"}}
	for i := range list {
		f := &list[i]
		run := ""
		if f.RunID != nil {
			run = strconv.FormatInt(*f.RunID, 10)
		}
		shown.add(moment(&f.DueAt), f.State, strconv.Itoa(f.Attempt), run, moment(f.StartedAt), orZero(f.Reason))
	}
	return p.printTable(&shown, "The schedule has not fired.")
}
