package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) users() *cobra.Command {
	parent := p.userList("users", "Manage users and their roles")
	parent.AddCommand(
		p.remote(p.userList("list", "List the users of your organization")), p.remote(p.userGet()), p.remote(p.userCreate()),
		p.remote(p.userUpdate()), p.remote(p.userLink()), p.remote(p.userGrant()), p.remote(p.userRevoke()), p.remote(p.userDelete()),
		p.remote(p.userRemoveSecondFactor()),
		p.remote(p.userTokens()), p.remote(p.userRevokeToken()), p.remote(p.userSessions()), p.remote(p.userEndSession()),
	)
	return parent
}

func (p Program) userList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.User]{
		use: use, short: short,
		long: "Lists the users of your organization with their roles in it.\n\n" +
			"JSON: a list of users, each with id, email, firstName, lastName, organizationRole and status.",
		example: "millrace users",
		list:    listUsers, show: p.printUsers,
	})
}

func (p Program) printUsers(list []api.User) error {
	shown := table{columns: []string{"ID", "E-MAIL", "NAME", "STATUS", "ROLE"}}
	for i := range list {
		u := &list[i]
		shown.add(u.ID, u.Email, nameOfUser(u), string(u.Status), string(u.OrganizationRole))
	}
	return p.printTable(&shown, "There are no users.")
}

func nameOfUser(u *api.User) string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

func listUsers(ctx context.Context, server *client.Client, _ string) ([]api.User, error) {
	return readAll(func(from *string) (batch[api.User], error) {
		page, err := server.ListUsers(ctx, &api.ListUsersParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.User]{}, err
		}
		return batch[api.User]{page.Data, nextOf(page.Next)}, nil
	})
}

// userWithRoles is a user with the user's roles.
type userWithRoles struct {
	api.User

	Roles api.UserRoles `json:"roles"`
}

func (p Program) userGet() *cobra.Command {
	return exchangeCommand(p, exchange[userWithRoles]{
		use: "get ID", short: "Show a user with all roles", args: 1,
		long: "Shows a user and the roles that the user has.\n\n" +
			"JSON: the user as GET /api/v1/users/{id} returns it, with roles as GET /api/v2/userRoles/{id} returns them.",
		example: "millrace users get 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		send: func(ctx context.Context, server *client.Client, args []string) (*userWithRoles, error) {
			found, err := server.GetUser(ctx, args[0])
			if err != nil {
				return nil, err
			}
			roles, err := server.GetUserRoles(ctx, args[0], &api.GetUserRolesParams{})
			if err != nil {
				return nil, err
			}
			return &userWithRoles{*found, *roles}, nil
		},
		show: func(u *userWithRoles) error {
			shown := factsOfUser(&u.User)
			shown.addRoles(&u.Roles)
			return p.print(shown.String())
		},
	})
}

func factsOfUser(u *api.User) facts {
	var shown facts
	shown.add("id", u.ID)
	shown.add("e-mail", u.Email)
	shown.add("name", nameOfUser(u))
	shown.add("status", string(u.Status))
	if orZero(u.IsBreakGlass) {
		shown.add("break-glass", "yes")
	}
	if orZero(u.IsServiceAccount) {
		shown.add("kind", "service account")
	}
	if orZero(u.HasSecondFactor) {
		shown.add("second factor", "yes")
	}
	return shown
}

// addRoles adds the roles of a user, from the organization down to environments.
func (f *facts) addRoles(roles *api.UserRoles) {
	f.add("role", string(roles.OrganizationRole))
	for _, grant := range roles.ProjectRoles {
		f.add("role", string(grant.ProjectRole)+" in project "+grant.ProjectID)
	}
	for _, grant := range roles.EnvironmentRoles {
		f.add("role", string(grant.EnvironmentRole)+" in environment "+grant.EnvironmentID)
	}
}

func (p Program) userDelete() *cobra.Command {
	return p.deleteCommand(deletion{
		noun: "user", short: "Delete a user and revoke all access tokens",
		long:    "Deletes a user and revokes all of the user's access tokens. Objects that the user created stay.",
		example: "millrace users delete 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --yes",
		losing:  ", with all access tokens",
		delete: func(ctx context.Context, server *client.Client, id string) error {
			return server.DeleteUser(ctx, id)
		},
	})
}
