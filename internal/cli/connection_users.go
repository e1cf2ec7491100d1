package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) connectionUsers() *cobra.Command {
	return exchangeCommand(p, exchange[[]api.ConnectionUser]{
		use: "users ID", short: "List the users who may use a connection, and why", args: 1,
		long: "Lists the users who may run SQL on a connection, with the role that allows it: administrators of the organization\n" +
			"manage it; administrators and architects of a project that may use it choose it for environments; contributors run\n" +
			"nodes of workspaces that use it; administrators of an environment that uses it run and deploy it. Needs an\n" +
			"administrator of the organization.\n\n" +
			"JSON: a list, each with user, role, access, projectID, environmentID and place.",
		example: "millrace connections users 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*[]api.ConnectionUser, error) {
			list, err := readAll(func(from *string) (batch[api.ConnectionUser], error) {
				page, err := server.ListConnectionUsers(ctx, args[0], &api.ListConnectionUsersParams{Limit: new(pageLimit), StartingFrom: from})
				if err != nil {
					return batch[api.ConnectionUser]{}, err
				}
				return batch[api.ConnectionUser]{page.Data, nextOf(page.Next)}, nil
			})
			return &list, err
		},
		show: func(list *[]api.ConnectionUser) error {
			shown := table{columns: []string{"USER", "MAY", "ROLE", "IN"}}
			for i := range *list {
				u := &(*list)[i]
				shown.add(u.User.Email, u.Access, u.Role, orZero(u.Place))
			}
			return p.printTable(&shown, "Nobody may use it.")
		},
	})
}
