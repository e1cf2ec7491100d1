package cli

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/progress"
)

const commitLong = "Commits the changes in a workspace to its branch, in your name. The server rejects the commit when nothing has\n" +
	"changed, and when the branch has newer commits: pull first.\n\n" +
	"JSON: the commit, with oid, message, authorName, authorEmail, createdAt and parents."

func (p Program) commit() *cobra.Command {
	var flags remoteFlags
	var workspace, message string
	command := &cobra.Command{
		Use:     "commit --workspace ID --message TEXT",
		Short:   "Commit the changes in a workspace to its branch",
		Long:    commitLong,
		Example: "millrace commit --workspace 3 -m 'Orders have a tax'\nmillrace plan --environment 2 --commit main",
		Args:    arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if err := cmp.Or(required(command, "workspace", workspace), required(command, "message", message)); err != nil {
				return err
			}
			send := exchange[api.Commit]{send: commitWorkspace(&message), show: p.showCommit}
			return send.run(command.Context(), p, &flags, []string{workspace})
		},
	}
	flags.register(command)
	command.Flags().StringVar(&workspace, "workspace", "", "id of the workspace; `millrace workspaces` lists them")
	messageFlag(command, &message)
	return command
}

// workspaceCommit is the same command among those of workspaces.
func (p Program) workspaceCommit() *cobra.Command {
	var message string
	return exchangeCommand(p, exchange[api.Commit]{
		use: "commit ID --message TEXT", short: "Commit the changes in a workspace to its branch", args: 1,
		long:    commitLong,
		example: "millrace workspaces diff 3\nmillrace workspaces commit 3 -m 'Orders have a tax'\nmillrace plan --environment 2 --commit main",
		flags:   func(command *cobra.Command) { messageFlag(command, &message) },
		prepare: func(command *cobra.Command) error { return required(command, "message", message) },
		send:    commitWorkspace(&message), show: p.showCommit,
	})
}

func messageFlag(command *cobra.Command, message *string) {
	command.Flags().StringVarP(message, "message", "m", "", "commit message")
}

// commitWorkspace returns a function that commits the workspace of the first argument.
func commitWorkspace(message *string) func(context.Context, *client.Client, []string) (*api.Commit, error) {
	return func(ctx context.Context, server *client.Client, args []string) (*api.Commit, error) {
		return server.CommitWorkspace(ctx, args[0], api.CommitRequest{Message: *message})
	}
}

func (p Program) showCommit(made *api.Commit) error {
	return p.print(fmt.Sprintf("Commit %s by %s: %s\n", made.Oid, progress.Clean(made.AuthorName), progress.Clean(made.Message)))
}
