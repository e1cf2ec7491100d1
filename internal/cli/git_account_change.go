package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

// gitAccountFlags describe a git account.
type gitAccountFlags struct {
	username, author, email, provider string
	secret                            secretInput
}

func (f *gitAccountFlags) register(command *cobra.Command) {
	f.secret.label = "git token"
	set := command.Flags()
	set.StringVar(&f.username, "username", "", "user name at the git host; often git for ssh")
	set.StringVar(&f.author, "author", "", "author name of your commits")
	set.StringVar(&f.email, "email", "", "author e-mail address of your commits")
	set.StringVar(&f.provider, "provider", "", "kind of git host, for display only")
	set.StringVar(&f.secret.variable, "git-token-env", "", "environment variable with the token (default: read standard input)")
}

func (p Program) gitAccountCreate() *cobra.Command {
	var flags gitAccountFlags
	body := api.GitAccountCreate{}
	return exchangeCommand(p, exchange[api.GitAccount]{
		use: "create NAME --username USER --author NAME --email ADDRESS", short: "Create a git account", args: 1,
		long: "Creates a git account for yourself. Its token (for ssh a password or a private key in PEM) comes from a prompt, from\n" +
			"standard input or from an environment variable. The server encrypts it and never shows it. Link the account to a\n" +
			"project to use it.\n\n" +
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
		use: "update ID", short: "Change a git account or its token", args: 1,
		long: "Changes what the flags name and leaves the rest unchanged. A new token comes from standard input with\n" +
			"--git-token-stdin, or from an environment variable.\n\n" +
			"JSON: the git account after the change.",
		example: "millrace git-accounts update 7d3c9a52-4f1b-4b8e-8a60-1c2e5d9f0a44 --git-token-stdin < token.txt",
		flags: func(command *cobra.Command) {
			flags.register(command)
			command.Flags().StringVar(&name, "name", "", "display name of the account")
			command.Flags().BoolVar(&tokenStdin, "git-token-stdin", false, "read a new token from standard input")
			command.Flags().Lookup("git-token-env").Usage = "environment variable with a new token"
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
