package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

const historyJSON = "JSON: a list of commits, each with oid, message, authorName, authorEmail, createdAt and parents."

func (p Program) workspaceHistory() *cobra.Command {
	var limit int
	return exchangeCommand(p, exchange[[]api.Commit]{
		use: "history ID", short: "List the commits of a workspace's branch, newest first", args: 1,
		long:    "Lists the commits of a workspace's branch, newest first.\n\n" + historyJSON,
		example: "millrace workspaces history 3 --limit 5",
		flags:   func(command *cobra.Command) { limitFlag(command, &limit) },
		prepare: func(*cobra.Command) error { return checkLimit(limit) },
		send: func(ctx context.Context, server *client.Client, args []string) (*[]api.Commit, error) {
			found, err := server.GetWorkspace(ctx, args[0])
			if err != nil {
				return nil, err
			}
			return history(ctx, server, found.Project, &api.ListCommitsParams{Branch: &found.Branch, Limit: new(strconv.Itoa(limit))})
		},
		show: p.printCommits,
	})
}

func (p Program) projectHistory() *cobra.Command {
	var limit int
	var branch string
	return exchangeCommand(p, exchange[[]api.Commit]{
		use: "history ID", short: "List the commits of a project, newest first", args: 1,
		long:    "Lists the commits of a branch of a project, newest first.\n\n" + historyJSON,
		example: "millrace projects history 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --branch main --limit 5",
		flags: func(command *cobra.Command) {
			limitFlag(command, &limit)
			command.Flags().StringVar(&branch, "branch", "", "branch, or commit to start at (default: the default branch)")
		},
		prepare: func(*cobra.Command) error { return checkLimit(limit) },
		send: func(ctx context.Context, server *client.Client, args []string) (*[]api.Commit, error) {
			return history(ctx, server, args[0], &api.ListCommitsParams{Branch: given(branch), Limit: new(strconv.Itoa(limit))})
		},
		show: p.printCommits,
	})
}

func limitFlag(command *cobra.Command, limit *int) {
	command.Flags().IntVar(limit, "limit", 25, "maximum number of commits")
}

func history(ctx context.Context, server *client.Client, project string, which *api.ListCommitsParams) (*[]api.Commit, error) {
	page, err := server.ListCommits(ctx, project, which)
	if err != nil {
		return nil, err
	}
	return new(orEmpty(page.Data)), nil
}

func (p Program) printCommits(list *[]api.Commit) error {
	shown := table{columns: []string{"COMMIT", "AT", "BY", "MESSAGE"}}
	for i := range *list {
		one := &(*list)[i]
		title, _, _ := strings.Cut(one.Message, "\n")
		shown.add(shortCommit(one.Oid), moment(&one.CreatedAt), one.AuthorName, title)
	}
	return p.printTable(&shown, "There are no commits.")
}
