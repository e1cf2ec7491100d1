package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

const patchHelp = "also show the lines that differ"

func (p Program) workspaceDiff() *cobra.Command {
	var commit string
	var patch bool
	return exchangeCommand(p, exchange[api.ProjectDiff]{
		use: "diff ID", short: "Show the uncommitted changes of a workspace", args: 1,
		long: "Lists the files of a workspace that differ from its last commit, which `millrace workspaces commit` would commit.\n\n" +
			"JSON: changes, each with path, change (added, changed, removed) and kind, and node, nodeID, before and after if there\n" +
			"are any; from and to.",
		example: "millrace workspaces diff 3 --patch\n\n# compared with a branch\nmillrace workspaces diff 3 --commit main",
		flags: func(command *cobra.Command) {
			command.Flags().StringVar(&commit, "commit", "", "commit or branch to compare with (default: the last commit)")
			command.Flags().BoolVar(&patch, "patch", false, patchHelp)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.ProjectDiff, error) {
			return server.DiffWorkspace(ctx, args[0], &api.DiffWorkspaceParams{Commit: given(commit)})
		},
		show: func(found *api.ProjectDiff) error { return p.printChanges(found.Changes, patch) },
	})
}

func (p Program) projectDiff() *cobra.Command {
	var patch bool
	return exchangeCommand(p, exchange[api.ProjectDiff]{
		use: "diff ID FROM TO", short: "Compare two commits or branches of a project", args: 3,
		long: "Lists the files that differ between two commits or branches of a project.\n\n" +
			"JSON: the same as that of `millrace workspaces diff`.",
		example: "millrace projects diff 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 main orders-have-a-tax --patch",
		flags:   func(command *cobra.Command) { command.Flags().BoolVar(&patch, "patch", false, patchHelp) },
		send: func(ctx context.Context, server *client.Client, args []string) (*api.ProjectDiff, error) {
			return server.DiffCommits(ctx, args[0], &api.DiffCommitsParams{From: args[1], To: args[2]})
		},
		show: func(found *api.ProjectDiff) error { return p.printChanges(found.Changes, patch) },
	})
}
