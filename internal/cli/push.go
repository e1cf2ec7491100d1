package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/progress"
)

func (p Program) workspacePush() *cobra.Command {
	return exchangeCommand(p, exchange[api.PushAnswer]{
		use: "push ID", short: "Push the branch of a workspace to the remote repository", args: 1, limit: planTimeout,
		long: "Pushes the branch of a workspace to the remote repository of its project. The push is rejected when the remote has\n" +
			"newer commits: pull first.\n\n" +
			"JSON: branch, commit and isNew, which is false when the remote had the commit already.",
		example: "millrace workspaces commit 3 -m 'Orders have a tax'\nmillrace workspaces push 3",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.PushAnswer, error) {
			found, err := server.GetWorkspace(ctx, args[0])
			if err != nil {
				return nil, err
			}
			return push(ctx, server, found.Project, found.Branch)
		},
		show: p.printPush,
	})
}

func (p Program) projectPush() *cobra.Command {
	var branch string
	return exchangeCommand(p, exchange[api.PushAnswer]{
		use: "push ID", short: "Push a branch to the remote repository of a project", args: 1, limit: planTimeout,
		long: "Pushes a branch to the remote repository of the project.\n\n" +
			"JSON: branch, commit and isNew, which is false when the remote had the commit already.",
		example: "millrace projects push 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --branch main",
		flags: func(command *cobra.Command) {
			command.Flags().StringVar(&branch, "branch", "", "branch to push (default: the default branch)")
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.PushAnswer, error) {
			return push(ctx, server, args[0], branch)
		},
		show: p.printPush,
	})
}

func push(ctx context.Context, server *client.Client, project, branch string) (*api.PushAnswer, error) {
	return server.PushProject(ctx, project, api.PushRequest{Branch: given(branch)})
}

func (p Program) printPush(pushed *api.PushAnswer) error {
	verb := "now has"
	if !pushed.IsNew {
		verb = "already had"
	}
	return p.print(fmt.Sprintf("Branch %s of the remote %s commit %s.\n", progress.Clean(pushed.Branch), verb, shortCommit(pushed.Commit)))
}
