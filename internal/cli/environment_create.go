package cli

import (
	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
)

// environmentFlags describe a new environment.
type environmentFlags struct {
	remoteFlags
	parameterFlags

	mappingFlags
	ownUserFlags

	project, description, connection, workerLabel string
}

func (p Program) environmentCreate() *cobra.Command {
	var flags environmentFlags
	command := &cobra.Command{
		Use:   "create NAME --project ID",
		Short: "Create an environment in a project",
		Long: "Creates an environment. Without a connection it uses the default connection of your organization. A storage location\n" +
			"without a mapping becomes a schema with the name of the location.\n\n" +
			"JSON: the environment, with its id.",
		Example: "millrace environments create Production --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11\n\n" +
			"# with another schema for a location\nmillrace environments create Test --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --mapping RAW=landing.raw_test",
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			body, err := flags.body(p, command, args[0])
			if err != nil {
				return err
			}
			server, err := p.connect(&flags.remoteFlags)
			if err != nil {
				return err
			}
			made, err := server.CreateEnvironment(command.Context(), body)
			if err != nil {
				return err
			}
			return p.printEnvironment(made, flags.asJSON)
		},
	}
	flags.remoteFlags.register(command)
	flags.parameterFlags.register(command)
	flags.mappingFlags.register(command)
	flags.ownUserFlags.register(command)
	command.Flags().StringVar(&flags.project, "project", "", "id of the project; `millrace projects` lists them")
	command.Flags().StringVar(&flags.description, "description", "", "description of the environment")
	command.Flags().StringVar(&flags.connection, "connection", "", "id of a connection (default: the organization's default connection)")
	command.Flags().StringVar(&flags.workerLabel, "worker-label", "", workerLabelHelp)
	return command
}

func (f *environmentFlags) body(p Program, command *cobra.Command, name string) (api.EnvironmentCreate, error) {
	body := api.EnvironmentCreate{
		Name: name, Project: api.ID(f.project), Description: given(f.description), Connection: given(api.ID(f.connection)),
		ConnectionUser: given(f.user), ConfirmSharedMappings: f.confirm(), WorkerLabel: given(f.workerLabel),
	}
	if err := required(command, "project", f.project); err != nil {
		return body, err
	}
	parameters, _, err := f.read()
	if err != nil {
		return body, err
	}
	if parameters != nil {
		body.RunTimeParameters = &parameters
	}
	mappings, err := f.parse(f.mappings)
	if err != nil {
		return body, err
	}
	if len(mappings) > 0 {
		body.Mappings = &mappings
	}
	secret, err := p.readSecrets(command.Context(), &f.secrets)
	if len(secret) > 0 {
		body.ConnectionSecret = &secret
	}
	return body, err
}
