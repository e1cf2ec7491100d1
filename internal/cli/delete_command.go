package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
)

// deletion describes a command that deletes an object by its id after a confirmation.
type deletion struct {
	noun, short, long, example string
	losing                     string         // what is deleted with it, for the prompt; may be empty
	inside                     *workspaceFlag // the workspace that it is in; nil when the id is enough
	delete                     func(ctx context.Context, server *client.Client, id string) error
}

func (p Program) deleteCommand(d deletion) *cobra.Command {
	var flags remoteFlags
	var yes bool
	command := &cobra.Command{
		Use: "delete ID", Short: d.short, Long: d.long + "\n\nJSON: id.", Example: d.example, Args: arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			if d.inside != nil {
				if err := d.inside.check(command); err != nil {
					return err
				}
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = p.requireConfirmation(command.Context(), yes, fmt.Sprintf("Delete %s %s%s?", d.noun, args[0], d.losing)); err != nil {
				return err
			}
			if err = d.delete(command.Context(), server, args[0]); err != nil {
				return err
			}
			return p.printDone(fmt.Sprintf("%s%s %s was deleted.", strings.ToUpper(d.noun[:1]), d.noun[1:], args[0]), args[0], flags.asJSON)
		},
	}
	flags.register(command)
	if d.inside != nil {
		command.Use += " --workspace ID"
		d.inside.register(command)
	}
	command.Flags().BoolVar(&yes, "yes", false, "skip the confirmation prompt")
	return command
}
