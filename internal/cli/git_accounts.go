package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) gitAccounts() *cobra.Command {
	parent := p.gitAccountList("git-accounts", "Manage your accounts at git hosts")
	parent.AddCommand(
		p.remote(p.gitAccountList("list", "List your git accounts")), p.remote(p.gitAccountGet()), p.remote(p.gitAccountCreate()),
		p.remote(p.gitAccountUpdate()), p.remote(p.gitAccountLink()), p.remote(p.gitAccountUnlink()), p.remote(p.gitAccountLinked()), p.remote(p.gitAccountDelete()),
	)
	return parent
}

func (p Program) gitAccountList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.GitAccount]{
		use: use, short: short,
		long: "Lists your git accounts: your user name at a git host and the author of your commits. Tokens are never shown.\n\n" +
			"JSON: a list of git accounts, each with id, gitAccountName, gitUsername, gitAuthorName and gitAuthorEmail, and\n" +
			"provider and accountOwner if there are any.",
		example: "millrace git-accounts",
		list:    listGitAccounts, show: p.printGitAccounts,
	})
}

func (p Program) printGitAccounts(list []api.GitAccount) error {
	shown := table{columns: []string{"ID", "NAME", "USER", "AUTHOR", "E-MAIL", "PROVIDER"}}
	for i := range list {
		a := &list[i]
		shown.add(a.ID, a.GitAccountName, a.GitUsername, a.GitAuthorName, a.GitAuthorEmail, orZero(a.Provider))
	}
	return p.printTable(&shown, "There are no git accounts.")
}

func listGitAccounts(ctx context.Context, server *client.Client, _ string) ([]api.GitAccount, error) {
	return readAll(func(from *string) (batch[api.GitAccount], error) {
		page, err := server.ListGitAccounts(ctx, &api.ListGitAccountsParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.GitAccount]{}, err
		}
		return batch[api.GitAccount]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) gitAccountGet() *cobra.Command {
	return exchangeCommand(p, exchange[api.GitAccount]{
		use: "get ID", short: "Show a git account", args: 1,
		long:    "Shows a git account, without its token.\n\nJSON: the git account as GET /api/v1/gitAccounts/{id} returns it.",
		example: "millrace git-accounts get 7d3c9a52-4f1b-4b8e-8a60-1c2e5d9f0a44",
		send: func(ctx context.Context, server *client.Client, args []string) (*api.GitAccount, error) {
			return server.GetGitAccount(ctx, args[0], &api.GetGitAccountParams{})
		},
		show: p.showGitAccount,
	})
}

func (p Program) showGitAccount(a *api.GitAccount) error {
	var shown facts
	shown.add("id", a.ID)
	shown.add("name", a.GitAccountName)
	shown.add("user", a.GitUsername)
	shown.add("author", a.GitAuthorName+" <"+a.GitAuthorEmail+">")
	shown.add("provider", orZero(a.Provider))
	return p.print(shown.String())
}

func (p Program) gitAccountDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "git account", short: "Delete a git account with its token",
		long:    "Deletes a git account and its token. Linked projects then reach their repository without credentials.",
		example: "millrace git-accounts delete 7d3c9a52-4f1b-4b8e-8a60-1c2e5d9f0a44 --yes",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteGitAccount(ctx, id, &api.DeleteGitAccountParams{})
		},
	})
}
