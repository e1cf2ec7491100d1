package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

func (p Program) cancel() *cobra.Command {
	var flags remoteFlags
	var wait bool
	command := &cobra.Command{
		Use:   "cancel RUN",
		Short: "Cancel a run",
		Long: "Cancels a run. A waiting run ends at once; a running one ends when the engine has stopped its statements. Complete\n" +
			"nodes stay complete; a node that was running is not published. A run that has ended cannot be canceled.\n\n" +
			"Exits with 0 when the server accepted the request or, with --wait, when the run is canceled.\n\n" +
			"JSON: id. With --wait one document when the run has ended, as `millrace results --json` prints it.",
		Example: "millrace cancel 12 --wait",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, args []string) error {
			id, err := runArgument(args[0])
			if err != nil {
				return err
			}
			server, err := p.connect(&flags)
			if err != nil {
				return err
			}
			if err = server.CancelRun(command.Context(), api.CancelRun{RunID: new(api.ID(id))}); err != nil {
				return err
			}
			if wait {
				return p.watchUntilCanceled(command.Context(), server, id, flags.asJSON)
			}
			if flags.asJSON {
				return p.printJSON(newRunID(id))
			}
			return p.print(fmt.Sprintf("Cancel requested for run %s. Watch it with `millrace status %s --wait`.\n", id, id))
		},
	}
	flags.register(command)
	command.Flags().BoolVar(&wait, "wait", false, "wait until the run has ended")
	return command
}

// watchUntilCanceled returns an error if the run ended in another way before the cancel request reached it.
func (p Program) watchUntilCanceled(ctx context.Context, server *client.Client, id string, asJSON bool) error {
	last, err := p.watch(ctx, server, id, asJSON)
	if err == nil && last.Status != run.Canceled {
		return fault.New(fault.Conflict, "run %s ended before it could be canceled: it is %s", id, last.Status)
	}
	return err
}
