package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) token() *cobra.Command {
	parent := p.tokenList("token", "Manage your access tokens")
	parent.AddCommand(p.remote(p.tokenList("list", "List your access tokens")), p.remote(p.tokenCreate()), p.remote(p.tokenRevoke()),
		p.remote(p.tokenPrune()))
	return parent
}

func (p Program) tokenList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.Token]{
		use: use, short: short,
		long: "Lists your access tokens, without their secret part.\n\n" +
			"JSON: a list of tokens, each with id, name, hint, createdAt, lastUsedAt and isLogin, and with scopes, addresses and\n" +
			"expiresAt where they limit the token.",
		example: "millrace token list",
		list:    listTokens, show: p.printTokens,
	})
}

func (p Program) printTokens(tokens []api.Token) error {
	list := table{columns: []string{"ID", "NAME", "TOKEN", "CREATED", "LAST USED", "LIMITS"}}
	for i := range tokens {
		used := nextOf(tokens[i].LastUsedAt)
		list.add(tokens[i].ID, tokens[i].Name, tokens[i].Hint, moment(&tokens[i].CreatedAt), moment(&used), limitsOf(&tokens[i]))
	}
	return p.printTable(&list, "There are no tokens.")
}

func listTokens(ctx context.Context, server *client.Client, _ string) ([]api.Token, error) {
	return readAll(func(from *string) (batch[api.Token], error) {
		page, err := server.ListTokens(ctx, &api.ListTokensParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.Token]{}, err
		}
		return batch[api.Token]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) tokenCreate() *cobra.Command {
	var limits tokenLimitFlags
	var body api.TokenCreate
	return exchangeCommand(p, exchange[api.NewToken]{
		use: "create NAME", short: "Generate an access token, for example for a CI system", args: 1,
		long: "Generates a token that can do what you can, and prints it. It is shown only once. It never expires, unless --expires\n" +
			"says otherwise. --scope limits what it can do, and --address from where it can be used.\n\n" +
			"JSON: id, name, hint, createdAt and token, and its limits.",
		example: "millrace token create github-actions\n" +
			"millrace token create deploys --scope deploy,run --address 203.0.113.0/24 --expires 90d",
		flags: limits.register,
		prepare: func(*cobra.Command) (err error) {
			body, err = limits.body(time.Now())
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.NewToken, error) {
			body.Name = &args[0]
			return server.CreateToken(ctx, body)
		},
		show: p.showNewToken,
	})
}

func (p Program) showNewToken(made *api.NewToken) error {
	p.notef("created token %s; it is shown only once", made.ID)
	return p.print(made.Token + "\n")
}

func (p Program) tokenRevoke() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "revoke ID",
		Short: "Revoke one of your access tokens",
		Long: "Revokes a token immediately for all its users. `millrace token list` shows the ids.\n\n" +
			"JSON: id.",
		Example: "millrace token revoke 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = server.RevokeToken(command.Context(), args[0]); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf("Token %s was revoked.", args[0]), args[0], flags.asJSON)
		},
	}
	flags.register(command)
	return command
}

func (p Program) tokenPrune() *cobra.Command {
	return exchangeCommand(p, exchange[api.RevokedTokens]{
		use: "prune", short: "Revoke the unused tokens of your logins",
		long: "Revokes the tokens that your logins created more than a day ago and that were never used. Earlier versions created one\n" +
			"at each sign-in of a browser. Generated tokens and tokens that were used stay valid.\n\n" +
			"JSON: revoked, the number of tokens.",
		example: "millrace token prune",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.RevokedTokens, error) {
			return server.RevokeUnusedTokens(ctx)
		},
		show: func(done *api.RevokedTokens) error {
			return p.print(fmt.Sprintf("Revoked %s.\n", counted(done.Revoked, "unused token")))
		},
	})
}
