package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) workspaceCreate() *cobra.Command {
	var project, branch string
	return exchangeCommand(p, exchange[api.Workspace]{
		use: "create NAME --project ID", short: "Create a workspace in a project", args: 1,
		long:    "Creates a workspace with the files of a branch.\n\nJSON: the workspace, with its id.",
		example: "millrace workspaces create ann --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags: func(command *cobra.Command) {
			projectFlag(command, &project)
			command.Flags().StringVar(&branch, "branch", "", "branch of the workspace (default: the project's default branch)")
		},
		prepare: func(command *cobra.Command) error { return required(command, "project", project) },
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Workspace, error) {
			return server.CreateWorkspace(ctx, api.WorkspaceCreate{
				Name: args[0], Project: api.ID(project), Branch: given(branch),
			})
		},
		show: p.showWorkspace,
	})
}

func (p Program) workspaceUpdate() *cobra.Command {
	var name string
	var settings settingFlags
	return exchangeCommand(p, exchange[api.Workspace]{
		use: "update ID", short: "Change the name, connection, mappings or parameters of a workspace", args: 1,
		long: settingsLong + "\n\n" +
			"JSON: the workspace after the change.",
		example: "millrace workspaces update 3 --mapping RAW=landing.raw_ann --mapping CORE=dwh.core_ann",
		flags: func(command *cobra.Command) {
			command.Flags().StringVar(&name, "name", "", "display name of the workspace")
			settings.register(command)
		},
		prepare: settings.prepare,
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Workspace, error) {
			before, err := server.GetWorkspace(ctx, args[0])
			if err != nil {
				return nil, err
			}
			mappings, parameters, err := settings.over(before.Mappings, before.Parameters)
			if err != nil {
				return nil, err
			}
			return server.UpdateWorkspace(ctx, args[0], api.WorkspaceUpdate{
				Name: given(name), Connection: settings.newConnection, Mappings: mappings, Parameters: parameters, ConfirmSharedMappings: settings.confirm(),
			})
		},
		show: p.showWorkspace,
	})
}
