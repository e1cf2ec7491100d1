package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
)

func (p Program) sessions() *cobra.Command {
	parent := p.sessionList("sessions", "List and end the sessions of your browsers")
	parent.AddCommand(p.remote(p.sessionList("list", "List your sessions")), p.remote(p.sessionEnd()), p.remote(p.sessionEndOthers()))
	return parent
}

func (p Program) sessionList(use, short string) *cobra.Command {
	return listCommand(p, listing[api.SessionInfo]{
		use: use, short: short,
		long: "Lists the browsers that are signed in as you, and the logins of programs. A session ends some time after the sign-in\n" +
			"or the last request (settings session_lifetime and session_idle of the server), or when you end it.\n\n" +
			"JSON: a list of sessions, each with id, createdAt, lastUsedAt, expiresAt, address, userAgent and isCurrent.",
		example: "millrace sessions list",
		list:    listSessions, show: p.printSessions,
	})
}

func (p Program) printSessions(sessions []api.SessionInfo) error {
	list := table{columns: []string{"ID", "SIGNED IN", "LAST USED", "ADDRESS", "CLIENT"}}
	for i := range sessions {
		s := &sessions[i]
		list.add(s.ID, moment(&s.CreatedAt), moment(&s.LastUsedAt), s.Address, s.UserAgent)
	}
	return p.printTable(&list, "There are no sessions.")
}

func listSessions(ctx context.Context, server *client.Client, _ string) ([]api.SessionInfo, error) {
	return readAll(func(from *string) (batch[api.SessionInfo], error) {
		page, err := server.ListSessions(ctx, &api.ListSessionsParams{Limit: new(pageLimit), StartingFrom: from})
		if err != nil {
			return batch[api.SessionInfo]{}, err
		}
		return batch[api.SessionInfo]{page.Data, nextOf(page.Next)}, nil
	})
}

func (p Program) sessionEnd() *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use:   "end ID",
		Short: "End one of your sessions",
		Long: "Signs a browser out. `millrace sessions list` shows the ids. Access tokens stay valid.\n\n" +
			"JSON: id.",
		Example: "millrace sessions end 0f8b1c1e-5f0e-4c7e-9d35-0e8f4f9d5a11",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = server.EndSession(command.Context(), args[0]); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf("Session %s has ended.", args[0]), args[0], flags.asJSON)
		},
	}
	flags.register(command)
	return command
}

func (p Program) sessionEndOthers() *cobra.Command {
	return exchangeCommand(p, exchange[api.EndedSessions]{
		use: "end-all", short: "End all your sessions",
		long: "Signs all browsers out that are signed in as you. Access tokens, like the one of this command, stay valid.\n\n" +
			"JSON: ended, the number of sessions.",
		example: "millrace sessions end-all",
		send: func(ctx context.Context, server *client.Client, _ []string) (*api.EndedSessions, error) {
			return server.EndOtherSessions(ctx)
		},
		show: func(done *api.EndedSessions) error {
			return p.print(fmt.Sprintf("Ended %s.\n", counted(done.Ended, "session")))
		},
	})
}
