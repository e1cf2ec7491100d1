package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// gitAccountFlags say who somebody is at a git host.
type gitAccountFlags struct {
	username, author, email, provider string
	secret                            secretInput
}

func (f *gitAccountFlags) register(command *cobra.Command) {
	f.secret.label = "git token"
	set := command.Flags()
	set.StringVar(&f.username, "username", "", "name of the user at the git host; for ssh often git")
	set.StringVar(&f.author, "author", "", "name that your commits are by")
	set.StringVar(&f.email, "email", "", "e-mail address that your commits are by")
	set.StringVar(&f.provider, "provider", "", "kind of git host, for people")
	set.StringVar(&f.secret.variable, "git-token-env", "", "environment variable that holds the token; standard input if left out")
}

func (p Program) gitAccountCreate() *cobra.Command {
	var flags gitAccountFlags
	body := api.GitAccountCreate{}
	return exchangeCommand(p, exchange[api.GitAccount]{
		use: "create NAME --username USER --author NAME --email ADDRESS", short: "Create a git account", args: 1,
		long: "Creates a git account of your own. Its token, which for ssh is a password or a private key in PEM, is typed on the\n" +
			"terminal, read from standard input, or taken from an environment variable; it is sealed and never shown. Link the\n" +
			"account to a project to use it.\n\n" +
			"JSON: the git account, with its id.",
		example: "millrace git-accounts create work --username ann --author 'Ann Miller' --email ann@example.com < token.txt\n" +
			"millrace git-accounts link 7d3c9a52-4f1b-4b8e-8a60-1c2e5d9f0a44 --project 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		flags: flags.register,
		prepare: func(command *cobra.Command) error {
			err := cmp.Or(required(command, "username", flags.username), required(command, "author", flags.author), required(command, "email", flags.email))
			if err != nil {
				return err
			}
			body = api.GitAccountCreate{
				GitUsername: flags.username, GitAuthorName: flags.author, GitAuthorEmail: flags.email, Provider: given(flags.provider),
			}
			body.GitToken, err = p.readSecret(command.Context(), flags.secret)
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.GitAccount, error) {
			body.GitAccountName = args[0]
			return server.CreateGitAccount(ctx, &api.CreateGitAccountParams{}, body)
		},
		show: p.showGitAccount,
	})
}

func (p Program) gitAccountUpdate() *cobra.Command {
	var flags gitAccountFlags
	var name string
	var tokenStdin bool
	var body api.GitAccountUpdate
	return exchangeCommand(p, exchange[api.GitAccount]{
		use: "update ID", short: "Change a git account, or give it a new token", args: 1,
		long: "Changes what flags name, and leaves the rest as it is. A new token is read from standard input with\n" +
			"--git-token-stdin, or taken from an environment variable.\n\n" +
			"JSON: the git account after the change.",
		example: "millrace git-accounts update 7d3c9a52-4f1b-4b8e-8a60-1c2e5d9f0a44 --git-token-stdin < token.txt",
		flags: func(command *cobra.Command) {
			flags.register(command)
			command.Flags().StringVar(&name, "name", "", "name of the account, for people")
			command.Flags().BoolVar(&tokenStdin, "git-token-stdin", false, "read a new token from standard input")
			command.Flags().Lookup("git-token-env").Usage = "environment variable that holds a new token"
		},
		prepare: func(command *cobra.Command) error {
			body = api.GitAccountUpdate{
				GitAccountName: changed(command, "name", name), GitUsername: changed(command, "username", flags.username),
				GitAuthorName: changed(command, "author", flags.author), GitAuthorEmail: changed(command, "email", flags.email),
				Provider: changed(command, "provider", flags.provider),
			}
			if err := cmp.Or(someChange(command), exclusive(command, "git-token-stdin", "git-token-env")); err != nil {
				return err
			}
			if !tokenStdin && flags.secret.variable == "" {
				return nil
			}
			token, err := p.readSecret(command.Context(), flags.secret)
			body.GitToken = &token
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.GitAccount, error) {
			return server.UpdateGitAccount(ctx, args[0], &api.UpdateGitAccountParams{}, body)
		},
		show: p.showGitAccount,
	})
}
