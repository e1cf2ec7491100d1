package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// grantFlags select where a role applies: in a project, in an environment or in the organization.
type grantFlags struct{ project, environment string }

func (f *grantFlags) register(command *cobra.Command) {
	projectFlag(command, &f.project)
	environmentFlag(command, &f.environment)
}

func (p Program) userGrant() *cobra.Command {
	var where grantFlags
	return exchangeCommand(p, exchange[api.UserRoles]{
		use: "grant ID ROLE", short: "Grant a user a role", args: 2,
		long: "Grants a user a role in a project, an environment or the organization. It replaces the role that the user had there.\n\n" +
			"With --environment: environmentAdministrator, environmentReader.\n" +
			"With --project: projectAdministrator, projectArchitect, projectContributor, projectMember.\n" +
			"With neither: organizationAdministrator, organizationContributor, organizationMember.\n\n" +
			"JSON: userID, organizationRole, projectRoles and environmentRoles after the change.",
		example: "millrace users grant 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 environmentAdministrator --environment 2",
		flags:   where.register,
		prepare: func(command *cobra.Command) error { return exclusive(command, "project", "environment") },
		send: func(ctx context.Context, server *client.Client, args []string) (*api.UserRoles, error) {
			return where.grant(ctx, server, args[0], args[1])
		},
		show: p.showRoles,
	})
}

func (f *grantFlags) grant(ctx context.Context, server *client.Client, user, role string) (*api.UserRoles, error) {
	switch {
	case f.project != "":
		return server.SetProjectRole(ctx, user, f.project, api.ProjectRoleWrite{ProjectRole: &role})
	case f.environment != "":
		return server.SetEnvironmentRole(ctx, user, f.environment, api.EnvironmentRoleWrite{EnvironmentRole: &role})
	default:
		return server.SetOrganizationRole(ctx, user, api.OrganizationRoleWrite{OrganizationRole: &role})
	}
}

func (p Program) userRevoke() *cobra.Command {
	var where grantFlags
	return exchangeCommand(p, exchange[api.UserRoles]{
		use: "revoke ID", short: "Revoke a user's role in a project or an environment", args: 1,
		long: "Revokes a role in a project or an environment. Every user has a role in the organization; grant another one to change\n" +
			"it.\n\n" +
			"JSON: userID, organizationRole, projectRoles and environmentRoles after the change.",
		example: "millrace users revoke 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --environment 2",
		flags:   where.register,
		prepare: func(command *cobra.Command) error {
			if where.project+where.environment == "" {
				return &usageError{err: fault.New(fault.Invalid, "--project or --environment is missing"), command: command.CommandPath()}
			}
			return exclusive(command, "project", "environment")
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.UserRoles, error) {
			if err := where.revoke(ctx, server, args[0]); err != nil {
				return nil, err
			}
			return server.GetUserRoles(ctx, args[0], &api.GetUserRolesParams{})
		},
		show: p.showRoles,
	})
}

func (f *grantFlags) revoke(ctx context.Context, server *client.Client, user string) error {
	if f.project != "" {
		return server.DeleteProjectRole(ctx, user, f.project)
	}
	return server.DeleteEnvironmentRole(ctx, user, f.environment)
}

func (p Program) showRoles(roles *api.UserRoles) error {
	var shown facts
	shown.add("user", roles.UserID)
	shown.addRoles(roles)
	return p.print(shown.String())
}
