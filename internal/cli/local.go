package cli

import (
	"context"
	"errors"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/internal/fault"
)

// local wraps a command that works on files alone: a signal ends it, and because it calls no server, no failure counts
// as unreachable. A server drains on a signal, so it handles signals itself.
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

// localFault maps errors to the kinds that they have without a server.
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
