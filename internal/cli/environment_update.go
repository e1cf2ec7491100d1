package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) environmentUpdate() *cobra.Command {
	var name, description, workerLabel string
	var settings settingFlags
	var own ownUserFlags
	var body api.EnvironmentUpdate
	return exchangeCommand(p, exchange[api.Environment]{
		use: "update ID", short: "Change the name, connection, mappings or parameters of an environment", args: 1,
		long: settingsLong + "\n\n" +
			"A change makes earlier plans stale. Connection and mappings cannot change during a run. A new connection or user\n" +
			"needs the secret of the environment's own user again.\n\n" +
			"JSON: the environment after the change.",
		example: "millrace environments update 2 --name Production --parameter days=7\n\n" +
			"# back to the default connection\nmillrace environments update 2 --connection ''",
		flags: func(command *cobra.Command) {
			command.Flags().StringVar(&name, "name", "", "name of the environment")
			command.Flags().StringVar(&description, "description", "", "description of the environment")
			command.Flags().StringVar(&workerLabel, "worker-label", "", workerLabelHelp)
			settings.register(command)
			own.register(command)
			command.Flags().BoolVar(&own.secrets.none, "no-secret", false, "remove the secret of --connection-user")
		},
		prepare: func(command *cobra.Command) error {
			if err := settings.prepare(command); err != nil {
				return err
			}
			secret, err := p.changedSecret(command, &own.secrets)
			body = api.EnvironmentUpdate{
				Name: given(name), Description: changedOrNull(command, "description", description), Connection: settings.newConnection,
				ConnectionUser: changedOrNull(command, "connection-user", own.user), ConnectionSecret: secret,
				ConfirmSharedMappings: settings.confirm(), WorkerLabel: changedOrNull(command, "worker-label", workerLabel),
			}
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Environment, error) {
			before, err := server.GetEnvironment(ctx, args[0])
			if err != nil {
				return nil, err
			}
			if body.Mappings, body.RunTimeParameters, err = settings.over(before.CurrentMappings, before.RunTimeParameters); err != nil {
				return nil, err
			}
			return server.UpdateEnvironment(ctx, args[0], body)
		},
		show: func(e *api.Environment) error { return p.printEnvironment(e, false) },
	})
}
