package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) userLink() *cobra.Command {
	var mails bool
	return exchangeCommand(p, exchange[api.PasswordLink]{
		use: "link ID", short: "Create a link with which a user chooses a password", args: 1,
		long: "Creates an invitation for a user without a password, and otherwise a link for a new password. The link is printed\n" +
			"once, or the server mails it with --mail. It works once and replaces an older one; the old password is valid until\n" +
			"it is used.\n\n" +
			"JSON: purpose (invitation or reset), expiresAt, and url or sentTo.",
		example: "millrace users link 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 --mail",
		flags: func(command *cobra.Command) {
			command.Flags().BoolVar(&mails, "mail", false, "let the server mail the link (default: print it)")
		},
		send: func(ctx context.Context, server *client.Client, args []string) (*api.PasswordLink, error) {
			return server.CreatePasswordLink(ctx, args[0], api.PasswordLinkCreate{Mail: &mails})
		},
		show: p.showLink,
	})
}

func (p Program) showLink(link *api.PasswordLink) error {
	if sentTo := orZero(link.SentTo); sentTo != "" {
		return p.print(fmt.Sprintf("Sent a link to %s. It is valid until %s.\n", sentTo, moment(&link.ExpiresAt)))
	}
	return p.print(fmt.Sprintf("Send this link to the user over a secure channel. It works once, until %s, and is shown only once:\n%s\n",
		moment(&link.ExpiresAt), orZero(link.URL)))
}
