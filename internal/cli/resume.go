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
	var waiting waitFlags
	var confirmed bool
	command := &cobra.Command{
		Use:   "resume RUN",
		Short: "Resume a failed deployment",
		Long: "Starts a new run of the remaining steps of a failed deployment, with the same plan. Fix the cause first, such as an\n" +
			"unreachable warehouse or a missing permission. If the project itself is wrong, make a new plan or roll back. The\n" +
			"server rejects the request if a new plan would change these steps. Confirm destructive steps again with\n" +
			"--confirm-destructive.\n\n" +
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
			return p.accepted(command.Context(), server, acceptedRun{waiting, started.RunCounter, flags.asJSON})
		},
	}
	flags.register(command)
	command.Flags().StringVar(&environment, "environment", "", "name or id of the environment (default: that of the run)")
	command.Flags().BoolVar(&confirmed, "confirm-destructive", false, "allow changes that delete rows or columns")
	waiting.register(command)
	return command
}

// environmentOf returns the environment of a run.
func environmentOf(ctx context.Context, server *client.Client, id string) (string, error) {
	found, err := server.GetRun(ctx, id)
	if err != nil {
		return "", err
	}
	return found.EnvironmentID, nil
}
