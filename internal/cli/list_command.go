package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
)

// listing describes a command that lists objects of one kind.
type listing[T any] struct {
	use, short, long, example string

	// scope is the flag that narrows the list, with its help; empty if there is none.
	scope, scopeHelp string
	needsScope       bool

	list func(ctx context.Context, server *client.Client, scope string) ([]T, error)
	show func(list []T) error
}

func listCommand[T any](p Program, l listing[T]) *cobra.Command {
	var flags remoteFlags
	var scope string
	command := &cobra.Command{
		Use: l.use, Short: l.short, Long: l.long, Example: l.example, Args: arguments(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if l.needsScope {
				if err := required(command, l.scope, scope); err != nil {
					return err
				}
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			list, err := l.list(command.Context(), server, scope)
			if err != nil {
				return err
			}
			if flags.asJSON {
				return p.printJSON(orEmpty(list))
			}
			return l.show(list)
		},
	}
	flags.register(command)
	if l.scope != "" {
		command.Flags().StringVar(&scope, l.scope, "", l.scopeHelp)
	}
	return command
}
