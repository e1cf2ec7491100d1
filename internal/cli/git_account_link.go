package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// link is the JSON output about a git account and a project.
type link struct {
	GitAccountID string `json:"gitAccountID,omitempty"`
	Project      string `json:"project"`
}

func (p Program) gitAccountLink() *cobra.Command {
	var project string
	return exchangeCommand(p, exchange[link]{
		use: "link ID --project ID", short: "Use a git account for a project", args: 1,
		long: "Links a git account to a project for yourself. The server then uses its token for the project's remote repository,\n" +
			"and its author for your commits. The token is sent only to the host that the repository has now.\n\n" +
			"JSON: gitAccountID and project.",
		example: "millrace git-accounts link 7d3c9a52-4f1b-4b8e-8a60-1c2e5d9f0a44 --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags:   func(command *cobra.Command) { projectFlag(command, &project) },
		prepare: func(command *cobra.Command) error { return required(command, "project", project) },
		send: func(ctx context.Context, server *client.Client, args []string) (*link, error) {
			me, err := myself(ctx, server)
			if err != nil {
				return nil, err
			}
			err = server.LinkGitAccount(ctx, project, me, api.LinkGitAccountJSONBody{GitAccountID: api.ID(args[0])})
			return &link{args[0], project}, err
		},
		show: func(l *link) error {
			return p.print("Linked git account " + l.GitAccountID + " to project " + l.Project + ".\n")
		},
	})
}

func (p Program) gitAccountUnlink() *cobra.Command {
	var project string
	return exchangeCommand(p, exchange[link]{
		use: "unlink --project ID", short: "Stop using a git account for a project",
		long:    "Removes the link that `millrace git-accounts link` made for yourself.\n\nJSON: project.",
		example: "millrace git-accounts unlink --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags:   func(command *cobra.Command) { projectFlag(command, &project) },
		prepare: func(command *cobra.Command) error { return required(command, "project", project) },
		send: func(ctx context.Context, server *client.Client, _ []string) (*link, error) {
			me, err := myself(ctx, server)
			if err != nil {
				return nil, err
			}
			err = server.UnlinkGitAccount(ctx, project, me)
			return &link{Project: project}, err
		},
		show: func(l *link) error { return p.print("Project " + l.Project + " has no linked git account.\n") },
	})
}

func (p Program) gitAccountLinked() *cobra.Command {
	var project string
	return exchangeCommand(p, exchange[api.GitAccount]{
		use: "linked --project ID", short: "Show the git account that you use for a project",
		long:    "Shows the git account that you have linked to a project, without its token.\n\nJSON: the git account.",
		example: "millrace git-accounts linked --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags:   func(command *cobra.Command) { projectFlag(command, &project) },
		prepare: func(command *cobra.Command) error { return required(command, "project", project) },
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.GitAccount, error) {
			me, err := myself(ctx, server)
			if err != nil {
				return nil, err
			}
			return server.GetLinkedGitAccount(ctx, project, me)
		},
		show: p.showGitAccount,
	})
}

// myself returns the id of the token's user.
func myself(ctx context.Context, server *client.Client) (string, error) {
	me, err := server.GetMe(ctx)
	if err != nil {
		return "", err
	}
	return me.User.ID, nil
}

// projectFlag adds --project.
func projectFlag(command *cobra.Command, project *string) {
	command.Flags().StringVar(project, "project", "", "id of the project; `millrace projects` lists them")
}
