package cli

import (
	"context"
	"errors"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/fault"
)

// local makes a command out of one that works on files alone: a signal ends it, and since it calls no server, nothing
// that fails is out of reach. A server has to drain instead, and takes signals itself.
func local(command *cobra.Command) *cobra.Command {
	run := command.RunE
	command.RunE = func(command *cobra.Command, args []string) error {
		ctx, stop := signal.NotifyContext(command.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop) // a second signal ends the process at once
		command.SetContext(ctx)
		return localFault(run(command, args))
	}
	return command
}

// localFault gives errors the kinds that they have without a server.
func localFault(err error) error {
	if errors.Is(err, context.Canceled) {
		return fault.New(fault.Canceled, "interrupted")
	}
	known, ok := errors.AsType[*fault.Error](err)
	if !ok || known.Kind != fault.Unavailable {
		return err
	}
	failed := *known
	failed.Kind = fault.Conflict
	return &failed
}
