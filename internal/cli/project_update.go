package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) projectUpdate() *cobra.Command {
	var name, description, repository, branch, account string
	var body api.ProjectUpdate
	return exchangeCommand(p, exchange[api.Project]{
		use: "update ID", short: "Change the name or the remote repository of a project", args: 1,
		long: "Changes what the flags name and leaves the rest unchanged. An empty value ('') clears a field.\n\n" +
			"JSON: the project after the change.",
		example: "millrace projects update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --git-repo https://git.example.com/shop.git",
		flags: func(command *cobra.Command) {
			set := command.Flags()
			set.StringVar(&name, "name", "", "name of the project")
			set.StringVar(&description, "description", "", "description of the project")
			set.StringVar(&repository, "git-repo", "", "address of the remote repository, https or ssh")
			set.StringVar(&branch, "git-branch", "", "default branch of the repository")
			set.StringVar(&account, "git-account", "", "id of the git account for the repository")
		},
		prepare: func(command *cobra.Command) error {
			body = api.ProjectUpdate{
				Name: changed(command, "name", name), Description: changedOrNull(command, "description", description),
				GitRepo: changedOrNull(command, "git-repo", repository), GitBranch: changedOrNull(command, "git-branch", branch),
				GitAccountID: changedOrNull(command, "git-account", api.ID(account)),
			}
			return someChange(command)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.Project, error) {
			return server.UpdateProject(ctx, args[0], &api.UpdateProjectParams{}, body)
		},
		show: func(one *api.Project) error { return p.printProject(one, false) },
	})
}
