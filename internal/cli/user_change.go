package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// invitedUser is a new user, with the link of an invitation.
type invitedUser struct {
	api.User

	Link *api.PasswordLink `json:"link,omitempty"`
}

func (p Program) userCreate() *cobra.Command {
	var first, last, role string
	var invites, mails bool
	password := secretInput{label: "password"}
	var body api.UserCreate
	var notInvited error
	return exchangeCommand(p, exchange[invitedUser]{
		use: "create EMAIL", short: "Create a user, or invite one with a link", args: 1,
		long: "Creates a user. The password comes from a prompt, from standard input or from an environment variable. With --invite\n" +
			"the user has no password, and gets a link to choose one: print it and pass it on, or let the server mail it with\n" +
			"--mail. Without --role the user is an organizationMember, who sees no project until `millrace users grant` grants a\n" +
			"role in one.\n\n" +
			"JSON: the user, with its id; with --invite also link: purpose, expiresAt, and url or sentTo.",
		example: "millrace users create ann@example.com --first-name Ann --invite\n" +
			"millrace users create ci@example.com --first-name CI < password.txt\n" +
			"millrace users grant 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 environmentAdministrator --environment 2",
		flags: func(command *cobra.Command) {
			set := command.Flags()
			set.StringVar(&first, "first-name", "", "first name")
			set.StringVar(&last, "last-name", "", "last name")
			set.StringVar(&role, "role", "", "role in the organization: organizationAdministrator, organizationContributor or organizationMember")
			set.StringVar(&password.variable, "password-env", "", "environment variable with the password (default: read standard input)")
			set.BoolVar(&invites, "invite", false, "create no password but a link with which the user chooses one")
			set.BoolVar(&mails, "mail", false, "with --invite: let the server mail the link")
		},
		prepare: func(command *cobra.Command) (err error) {
			if invites && password.variable != "" {
				return fault.New(fault.Invalid, "--invite and --password-env cannot be used together").WithHint("An invited user chooses the password.")
			}
			if mails && !invites {
				return fault.New(fault.Invalid, "--mail needs --invite").WithHint("Add --invite, or create a link later with `millrace users link`.")
			}
			body = api.UserCreate{FirstName: given(first), LastName: given(last), OrganizationRole: given(role)}
			if !invites {
				body.Password, err = p.readSecret(command.Context(), password)
			}
			return err
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*invitedUser, error) {
			body.Email = args[0]
			created, err := server.CreateUser(ctx, body)
			if err != nil || !invites {
				return &invitedUser{User: orZero(created)}, err
			}
			var link *api.PasswordLink
			link, notInvited = server.CreatePasswordLink(ctx, created.ID, api.PasswordLinkCreate{Mail: &mails})
			return &invitedUser{User: *created, Link: link}, nil
		},
		// The user exists, so the result is shown before the error: `millrace users link` needs the id.
		verdict: func(*invitedUser) error { return notInvited },
		show: func(created *invitedUser) error {
			if err := p.showUser(&created.User); err != nil || created.Link == nil {
				return err
			}
			return p.showLink(created.Link)
		},
	})
}

func (p Program) showUser(u *api.User) error {
	shown := factsOfUser(u)
	shown.add("role", string(u.OrganizationRole))
	return p.print(shown.String())
}

func (p Program) userUpdate() *cobra.Command {
	var first, last, email, status string
	var breakGlass bool
	var body api.UserUpdate
	return exchangeCommand(p, exchange[api.User]{
		use: "update ID", short: "Change or disable a user", args: 1,
		long: "Changes what the flags name and leaves the rest unchanged. A disabled user can neither sign in nor use a token.\n" +
			"A break-glass administrator can sign in with a password where the organization requires single sign-on.\n\n" +
			"JSON: the user after the change.",
		example: "millrace users update 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --status disabled",
		flags: func(command *cobra.Command) {
			set := command.Flags()
			set.StringVar(&first, "first-name", "", "first name")
			set.StringVar(&last, "last-name", "", "last name")
			set.StringVar(&email, "email", "", "e-mail address")
			set.StringVar(&status, "status", "", "active or disabled")
			set.BoolVar(&breakGlass, "break-glass", false, "let an administrator sign in with a password despite single sign-on; =false to undo")
		},
		prepare: func(command *cobra.Command) error {
			body = api.UserUpdate{
				FirstName: changed(command, "first-name", first), LastName: changed(command, "last-name", last),
				Email: changed(command, "email", email), Status: changed(command, "status", api.UserStatus(status)),
				IsBreakGlass: changed(command, "break-glass", breakGlass),
			}
			return someChange(command)
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.User, error) {
			return server.UpdateUser(ctx, args[0], body)
		},
		show: p.showUser,
	})
}
