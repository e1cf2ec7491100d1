package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
)

// exchange describes a command that sends one request to a server and shows the result.
type exchange[T any] struct {
	use, short, long, example string

	args  int           // number of arguments
	limit time.Duration // how long the response may take; responseTimeout when it is less
	flags func(command *cobra.Command)

	// prepare checks the flags before the request is sent; nil if there is nothing to check.
	prepare func(command *cobra.Command) error
	send    func(ctx context.Context, server *client.Client, args []string) (*T, error)
	// show prints the result as text. --json prints it as it is.
	show func(thing *T) error
	// verdict returns the error to exit with after the result was shown; nil if every result is a success.
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
	server, err := p.connectFor(flags, max(e.limit, responseTimeout))
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
