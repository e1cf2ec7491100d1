package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) userTokens() *cobra.Command {
	return listCommand(p, listing[api.OwnedToken]{
		use: "tokens", short: "List the access tokens of all users",
		long: "Lists the access tokens of your organization with their owners, without their secret parts. Needs an administrator of\n" +
			"the organization. `millrace users revoke-token` revokes one.\n\n" +
			"JSON: a list of tokens, each with id, name, hint, createdAt, lastUsedAt, isLogin, user and address.",
		example: "millrace users tokens",
		list: func(ctx context.Context, server *client.Client, _ string) ([]api.OwnedToken, error) {
			return readAll(func(from *string) (batch[api.OwnedToken], error) {
				page, err := server.ListOrganizationTokens(ctx, &api.ListOrganizationTokensParams{Limit: new(pageLimit), StartingFrom: from})
				if err != nil {
					return batch[api.OwnedToken]{}, err
				}
				return batch[api.OwnedToken]{page.Data, nextOf(page.Next)}, nil
			})
		},
		show: func(tokens []api.OwnedToken) error {
			shown := table{columns: []string{"USER", "NAME", "TOKEN", "CREATED", "LAST USED", "ADDRESS", "USER ID", "ID"}}
			for i := range tokens {
				t := &tokens[i]
				used := nextOf(t.LastUsedAt)
				shown.add(t.User.Email, t.Name, t.Hint, moment(&t.CreatedAt), moment(&used), t.Address, t.User.ID, t.ID)
			}
			return p.printTable(&shown, "There are no tokens.")
		},
	})
}

func (p Program) userSessions() *cobra.Command {
	return listCommand(p, listing[api.OwnedSession]{
		use: "sessions", short: "List the sessions of all users",
		long: "Lists the sessions of your organization with their owners. Needs an administrator of the organization.\n" +
			"`millrace users end-session` ends one.\n\n" +
			"JSON: a list of sessions, each with id, createdAt, lastUsedAt, expiresAt, address, userAgent, isCurrent and user.",
		example: "millrace users sessions",
		list: func(ctx context.Context, server *client.Client, _ string) ([]api.OwnedSession, error) {
			return readAll(func(from *string) (batch[api.OwnedSession], error) {
				page, err := server.ListOrganizationSessions(ctx, &api.ListOrganizationSessionsParams{Limit: new(pageLimit), StartingFrom: from})
				if err != nil {
					return batch[api.OwnedSession]{}, err
				}
				return batch[api.OwnedSession]{page.Data, nextOf(page.Next)}, nil
			})
		},
		show: func(sessions []api.OwnedSession) error {
			shown := table{columns: []string{"USER", "SIGNED IN", "LAST USED", "ADDRESS", "CLIENT", "USER ID", "ID"}}
			for i := range sessions {
				s := &sessions[i]
				shown.add(s.User.Email, moment(&s.CreatedAt), moment(&s.LastUsedAt), s.Address, s.UserAgent, s.User.ID, s.ID)
			}
			return p.printTable(&shown, "There are no sessions.")
		},
	})
}

func (p Program) userRevokeToken() *cobra.Command {
	return p.credentialCommand(credentialEnd{
		use: "revoke-token USER TOKEN", short: "Revoke an access token of a user",
		long:    "Revokes a token immediately. `millrace users tokens` shows the ids. Needs an administrator of the organization.",
		example: "millrace users revoke-token 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 5c9b2d1e-5f0e-4c7e-9d35-0e8f4f9d5a12",
		done:    "Token %s was revoked.",
		end: func(ctx context.Context, server *client.Client, user, id string) error {
			return server.RevokeUserToken(ctx, user, id)
		},
	})
}

func (p Program) userEndSession() *cobra.Command {
	return p.credentialCommand(credentialEnd{
		use: "end-session USER SESSION", short: "End a session of a user",
		long: "Signs a browser of a user out. `millrace users sessions` shows the ids. Access tokens stay valid. Needs an\n" +
			"administrator of the organization.",
		example: "millrace users end-session 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11 5c9b2d1e-5f0e-4c7e-9d35-0e8f4f9d5a12",
		done:    "Session %s has ended.",
		end: func(ctx context.Context, server *client.Client, user, id string) error {
			return server.EndUserSession(ctx, user, id)
		},
	})
}

// credentialEnd describes a command that ends a token or a session of a user.
type credentialEnd struct {
	use, short, long, example, done string

	end func(ctx context.Context, server *client.Client, user, id string) error
}

func (p Program) credentialCommand(e credentialEnd) *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use: e.use, Short: e.short, Long: e.long + "\n\nJSON: id.", Example: e.example, Args: arguments(cobra.ExactArgs(2)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err := e.end(command.Context(), server, args[0], args[1]); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf(e.done, args[1]), args[1], flags.asJSON)
		},
	}
	flags.register(command)
	return command
}
