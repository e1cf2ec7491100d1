package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) serviceAccounts() *cobra.Command {
	parent := p.serviceAccountList("service-accounts", "Manage users for programs, and their access tokens")
	parent.AddCommand(
		p.remote(p.serviceAccountList("list", "List the service accounts of your organization")), p.remote(p.serviceAccountCreate()),
		p.remote(p.serviceAccountTokens()), p.remote(p.serviceAccountCreateToken()), p.remote(p.serviceAccountRevokeToken()),
	)
	return parent
}

func (p Program) serviceAccountList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.User]{
		use: use, short: short,
		long: "Lists the service accounts of your organization. `millrace users` also lists them, grants them roles, and disables and\n" +
			"deletes them.\n\n" +
			"JSON: a list of users, each with id, email, firstName, organizationRole and status.",
		example: "millrace service-accounts list",
		list: func(ctx context.Context, server *client.Client, scope string) ([]api.User, error) {
			users, err := listUsers(ctx, server, scope)
			return slices.DeleteFunc(users, func(u api.User) bool { return !orZero(u.IsServiceAccount) }), err
		},
		show: p.printServiceAccounts,
	})
}

func (p Program) printServiceAccounts(list []api.User) error {
	shown := table{columns: []string{"ID", "NAME", "STATUS", "ROLE"}}
	for i := range list {
		u := &list[i]
		shown.add(u.ID, u.FirstName, string(u.Status), string(u.OrganizationRole))
	}
	return p.printTable(&shown, "There are no service accounts.")
}

func (p Program) serviceAccountCreate() *cobra.Command {
	var role string
	return exchangeCommand(p, exchange[api.User]{
		use: "create NAME", short: "Create a service account, for example for a CI system", args: 1,
		long: "Creates a user that cannot sign in, and that acts with access tokens. Without --role it is an organizationMember, who\n" +
			"sees no project until `millrace users grant` grants a role in one.\n\n" +
			"JSON: the user, with its id.",
		example: "millrace service-accounts create nightly-deploy\n" +
			"millrace users grant 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 environmentAdministrator --environment 2\n" +
			"millrace service-accounts create-token 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 ci --scope deploy",
		flags: func(command *cobra.Command) {
			command.Flags().StringVar(&role, "role", "",
				"role in the organization: organizationAdministrator, organizationContributor or organizationMember")
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.User, error) {
			return server.CreateServiceAccount(ctx, api.ServiceAccountCreate{Name: args[0], OrganizationRole: given(role)})
		},
		show: p.showUser,
	})
}

func (p Program) serviceAccountTokens() *cobra.Command {
	return exchangeCommand(p, exchange[[]api.Token]{
		use: "tokens ID", short: "List the access tokens of a service account", args: 1,
		long: "Lists the access tokens of a service account, without their secret part.\n\n" +
			"JSON: a list of tokens, each with id, name, hint, createdAt and lastUsedAt, and its limits.",
		example: "millrace service-accounts tokens 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*[]api.Token, error) {
			tokens, err := readAll(func(from *string) (batch[api.Token], error) {
				page, err := server.ListUserTokens(ctx, args[0], &api.ListUserTokensParams{Limit: new(pageLimit), StartingFrom: from})
				if err != nil {
					return batch[api.Token]{}, err
				}
				return batch[api.Token]{page.Data, nextOf(page.Next)}, nil
			})
			tokens = orEmpty(tokens)
			return &tokens, err
		},
		show: func(tokens *[]api.Token) error { return p.printTokens(*tokens) },
	})
}

func (p Program) serviceAccountCreateToken() *cobra.Command {
	var limits tokenLimitFlags
	var body api.TokenCreate
	return exchangeCommand(p, exchange[api.NewToken]{
		use: "create-token ID NAME", short: "Generate an access token for a service account", args: 2,
		long: "Generates a token that can do what the service account can, and prints it. It is shown only once. It never expires,\n" +
			"unless --expires says otherwise. --scope limits what it can do, and --address from where it can be used.\n\n" +
			"JSON: id, name, hint, createdAt and token, and its limits.",
		example: "millrace service-accounts create-token 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 ci --scope run --expires 90d",
		flags:   limits.register,
		prepare: func(*cobra.Command) (err error) {
			body, err = limits.body(time.Now())
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.NewToken, error) {
			body.Name = &args[1]
			return server.CreateUserToken(ctx, args[0], body)
		},
		show: p.showNewToken,
	})
}

func (p Program) serviceAccountRevokeToken() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "revoke-token ID TOKEN",
		Short: "Revoke an access token of a service account",
		Long: "Revokes a token immediately. `millrace service-accounts tokens` shows the ids of tokens.\n\n" +
			"JSON: id.",
		Example: "millrace service-accounts revoke-token 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 \\\n" +
			"  7b0c1c1e-5f0e-4c7e-9d35-0e8f4f9d5a12",
		Args: arguments(cobra.ExactArgs(2)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = server.RevokeUserToken(command.Context(), args[0], args[1]); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf("Token %s was revoked.", args[1]), args[1], flags.asJSON)
		},
	}
	flags.register(command)
	return command
}
