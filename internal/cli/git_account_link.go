package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// link is what programs are told about a git account and a project.
type link struct {
	GitAccountID string `json:"gitAccountID,omitempty"`
	Project      string `json:"project"`
}

func (p Program) gitAccountLink() *cobra.Command {
	var project string
	return exchangeCommand(p, exchange[link]{
		use: "link ID --project ID", short: "Use a git account for a project", args: 1,
		long: "Links a git account to a project, for yourself: the project's remote repository is reached with its token, and your\n" +
			"commits are by its author. The token is sent to no other host than the one where the repository is now.\n\n" +
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
			return p.print("Git account " + l.GitAccountID + " is used for project " + l.Project + ".\n")
		},
	})
}

func (p Program) gitAccountUnlink() *cobra.Command {
	var project string
	return exchangeCommand(p, exchange[link]{
		use: "unlink --project ID", short: "Use no git account for a project any more",
		long:    "Takes back what `millrace git-accounts link` did, for yourself.\n\nJSON: project.",
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
		show: func(l *link) error { return p.print("No git account is used for project " + l.Project + ".\n") },
	})
}

// myself is the id of whoever the token belongs to.
func myself(ctx context.Context, server *client.Client) (string, error) {
	me, err := server.GetMe(ctx)
	if err != nil {
		return "", err
	}
	return me.User.ID, nil
}

// projectFlag names a project.
func projectFlag(command *cobra.Command, project *string) {
	command.Flags().StringVar(project, "project", "", "id of the project; `millrace projects` lists them")
}
