package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) resume() *cobra.Command {
	var flags remoteFlags
	var environment string
	var wait, confirmed bool
	command := &cobra.Command{
		Use:   "resume RUN",
		Short: "Go on with a deployment that failed",
		Long: "Starts a new run over the steps of a failed deployment that are not done, of the same plan. Mend the cause first: a\n" +
			"warehouse that was out of reach, a permission that was missing. When the project itself is wrong, make a new plan, or\n" +
			"roll back. It is refused when a new plan would say something else of these steps. What they destroy wants to be\n" +
			"confirmed again, by --confirm-destructive.\n\n" +
			"Exit codes and JSON are those of `millrace refresh`.",
		Example: "millrace resume 12 --wait",
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
			if environment == "" {
				if environment, err = environmentOf(command.Context(), server, id); err != nil {
					return err
				}
			}
			started, err := server.ResumeDeployment(command.Context(), environment, id, api.ResumeRequest{
				ConfirmDestructive: given(confirmed),
			})
			if err != nil {
				return unconfirmed(err)
			}
			return p.accepted(command.Context(), server, acceptance{started.RunCounter, wait, flags.asJSON})
		},
	}
	flags.register(command)
	command.Flags().StringVar(&environment, "environment", "", "id of the environment; that of the run if left out")
	command.Flags().BoolVar(&confirmed, "confirm-destructive", false, "carry out what destroys rows or columns, too")
	waitFlag(command, &wait)
	return command
}

// environmentOf is the environment that a run is in.
func environmentOf(ctx context.Context, server *client.Client, id string) (string, error) {
	found, err := server.GetRun(ctx, id)
	if err != nil {
		return "", err
	}
	return found.EnvironmentID, nil
}
