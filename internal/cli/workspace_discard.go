package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) workspaceDiscard() *cobra.Command {
	var paths []string
	return exchangeCommand(p, exchange[api.ProjectDiff]{
		use: "discard ID --file PATH", short: "Discard uncommitted changes of files", args: 1, limit: planTimeout,
		long: "Restores files of a workspace as they are in its last commit, and deletes those that the commit does not have.\n" +
			"`millrace workspaces diff` lists the files with changes.\n\n" +
			"JSON: the changes that are left, as those of `millrace workspaces diff`.",
		example: "millrace workspaces discard 3 --file nodes/STAGE-STG_ORDERS.sql",
		flags: func(command *cobra.Command) {
			command.Flags().StringArrayVar(&paths, "file", nil, "path of a file; repeat it for several")
		},
		prepare: func(command *cobra.Command) error { return required(command, "file", strings.Join(paths, "")) },
		send: func(ctx context.Context, server *client.Client, args []string) (*api.ProjectDiff, error) {
			return server.DiscardChanges(ctx, args[0], api.DiscardRequest{Paths: paths})
		},
		show: func(left *api.ProjectDiff) error { return p.printChanges(left.Changes, false) },
	})
}
