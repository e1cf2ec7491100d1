package cli

import (
	"context"

	"github.com/oapi-codegen/nullable"
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) environmentUpdate() *cobra.Command {
	var name, description string
	var settings settingFlags
	var newDescription nullable.Nullable[string]
	return exchangeCommand(p, exchange[api.Environment]{
		use: "update ID", short: "Change the name, connection, mappings or parameters of an environment", args: 1,
		long: settingsLong + "\n\n" +
			"A change makes earlier plans stale. Connection and mappings cannot change during a run.\n\n" +
			"JSON: the environment after the change.",
		example: "millrace environments update 2 --name Production --parameter days=7\n\n" +
			"# back to the default connection\nmillrace environments update 2 --connection ''",
		flags: func(command *cobra.Command) {
			command.Flags().StringVar(&name, "name", "", "name of the environment")
			command.Flags().StringVar(&description, "description", "", "description of the environment")
			settings.register(command)
		},
		prepare: func(command *cobra.Command) error {
			newDescription = changedOrNull(command, "description", description)
			return settings.prepare(command)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Environment, error) {
			before, err := server.GetEnvironment(ctx, args[0])
			if err != nil {
				return nil, err
			}
			mappings, parameters, err := settings.over(before.CurrentMappings, before.RunTimeParameters)
			if err != nil {
				return nil, err
			}
			return server.UpdateEnvironment(ctx, args[0], api.EnvironmentUpdate{
				Name: given(name), Description: newDescription, Connection: settings.newConnection, Mappings: mappings, RunTimeParameters: parameters,
			})
		},
		show: func(e *api.Environment) error { return p.printEnvironment(e, false) },
	})
}
