package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
)

// exchange is a command that sends a server one request, and shows the thing that it answers with.
type exchange[T any] struct {
	use, short, long, example string

	args  int           // how many there are
	limit time.Duration // how long the answer may take; as long as most when it is zero
	flags func(command *cobra.Command)

	// prepare looks at the flags before anything is sent; nil when there is nothing to look at.
	prepare func(command *cobra.Command) error
	send    func(ctx context.Context, server *client.Client, args []string) (*T, error)
	// show is for people; programs get the thing as it is.
	show func(thing *T) error
	// verdict is the error to end with once the thing was shown; nil when every answer is a good one.
	verdict func(thing *T) error
}

func exchangeCommand[T any](p Program, e exchange[T]) *cobra.Command {
	var flags remoteFlags
	command := &cobra.Command{
		Use: e.use, Short: e.short, Long: e.long, Example: e.example, Args: arguments(cobra.ExactArgs(e.args)),
		RunE: func(command *cobra.Command, args []string) error {
			if e.prepare != nil {
				if err := e.prepare(command); err != nil {
					return err
				}
			}
			return e.run(command.Context(), p, &flags, args)
		},
	}
	flags.register(command)
	if e.flags != nil {
		e.flags(command)
	}
	return command
}

func (e *exchange[T]) run(ctx context.Context, p Program, flags *remoteFlags, args []string) error {
	server, err := p.connectFor(flags, max(e.limit, answerLimit))
	if err != nil {
		return err
	}
	thing, err := e.send(ctx, server, args)
	if err != nil {
		return err
	}
	show := e.show
	if flags.asJSON {
		show = func(thing *T) error { return p.printJSON(thing) }
	}
	if err = show(thing); err != nil || e.verdict == nil {
		return err
	}
	return e.verdict(thing)
}
