package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
)

func (p Program) rerun() *cobra.Command {
	var flags remoteFlags
	var parameters parameterFlags
	var waiting waitFlags
	var force bool
	command := &cobra.Command{
		Use:   "rerun RUN",
		Short: "Rerun the failed and skipped nodes of a run",
		Long: "Starts a new run of the nodes that failed, were skipped or were canceled in an earlier run, with its parameters\n" +
			"unless you pass others. Complete nodes do not run again.\n\n" +
			"Exit codes and JSON are those of `millrace refresh`.",
		Example: "millrace rerun 12 --wait",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			id, err := runArgument(args[0])
			if err != nil {
				return err
			}
			var body api.Rerun
			body.RunDetails.RunID = new(api.ID(id))
			body.RunDetails.ForceIgnoreEnvironmentStatus = given(force)
			given, _, err := parameters.read()
			if err != nil {
				return err
			}
			if given != nil {
				body.Parameters = &given
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			started, err := server.Rerun(command.Context(), body)
			if err != nil {
				return err
			}
			return p.accepted(command.Context(), server, acceptedRun{waiting, started.RunCounter, flags.asJSON})
		},
	}
	flags.register(command)
	parameters.register(command)
	command.Flags().BoolVar(&force, "force", false, "run even if the last deployment failed")
	waiting.register(command)
	return command
}
