package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) scimToken() *cobra.Command {
	parent := p.scimTokenList("scim-token", "Manage the SCIM tokens of your organization")
	parent.AddCommand(p.remote(p.scimTokenList("list", "List the SCIM tokens of your organization")), p.remote(p.scimTokenCreate()),
		p.remote(p.scimTokenRevoke()))
	return parent
}

func (p Program) scimTokenList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.SCIMToken]{
		use: use, short: short,
		long: "Lists the tokens with which identity providers manage the users and groups of your organization, without their secret\n" +
			"part.\n\n" +
			"JSON: a list of tokens, each with id, name, hint, createdAt and lastUsedAt.",
		example: "millrace scim-token list",
		list:    listSCIMTokens, show: p.printSCIMTokens,
	})
}

func (p Program) printSCIMTokens(tokens []api.SCIMToken) error {
	list := table{columns: []string{"ID", "NAME", "TOKEN", "CREATED", "LAST USED"}}
	for i := range tokens {
		used := nextOf(tokens[i].LastUsedAt)
		list.add(tokens[i].ID, tokens[i].Name, tokens[i].Hint, moment(&tokens[i].CreatedAt), moment(&used))
	}
	return p.printTable(&list, "There are no SCIM tokens.")
}

func listSCIMTokens(ctx context.Context, server *client.Client, _ string) ([]api.SCIMToken, error) {
	return readAll(func(from *string) (batch[api.SCIMToken], error) {
		page, err := server.ListSCIMTokens(ctx, &api.ListSCIMTokensParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.SCIMToken]{}, err
		}
		return batch[api.SCIMToken]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) scimTokenCreate() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "create NAME",
		Short: "Generate a SCIM token for an identity provider",
		Long: "Generates a token that creates, changes and removes users and groups of your organization, and nothing else, and\n" +
			"prints it. It is shown only once. The token belongs to the organization: it stays valid if your user is deleted.\n\n" +
			"JSON: id, name, hint, createdAt, token and baseURL, the address of the SCIM service.",
		Example: "millrace scim-token create okta",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			made, err := server.CreateSCIMToken(command.Context(), api.SCIMTokenCreate{Name: &args[0]})
			if err != nil {
				return err
			}
			if flags.asJSON {
				return p.printJSON(made)
			}
			p.notef("created SCIM token %s for %s; it is shown only once", made.ID, made.BaseURL)
			return p.print(made.Token + "\n")
		},
	}
	flags.register(command)
	return command
}

func (p Program) scimTokenRevoke() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "revoke ID",
		Short: "Revoke a SCIM token of your organization",
		Long: "Revokes a token immediately. Users and groups stay as they are. `millrace scim-token list` shows the ids.\n\n" +
			"JSON: id.",
		Example: "millrace scim-token revoke 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = server.RevokeSCIMToken(command.Context(), args[0]); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf("SCIM token %s was revoked.", args[0]), args[0], flags.asJSON)
		},
	}
	flags.register(command)
	return command
}
