package cli

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// remote makes a command out of one that speaks to a server: a signal ends it, and a server that cannot be reached is
// said to be so.
func remote(command *cobra.Command) *cobra.Command {
	run := command.RunE
	command.RunE = func(command *cobra.Command, args []string) error {
		ctx, stop := signal.NotifyContext(command.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop) // a second signal ends the process at once
		command.SetContext(ctx)
		return remoteFault(run(command, args))
	}
	return command
}

// remoteFault gives errors of the network their kinds. What a server answered keeps the words of the server.
func remoteFault(err error) error {
	if errors.Is(err, context.Canceled) {
		return fault.New(fault.Canceled, "interrupted")
	}
	if _, unexpected := errors.AsType[*client.UnexpectedResponseError](err); unexpected {
		return notOurs()
	}
	if _, answered := errors.AsType[*client.ServerError](err); answered || !isUnreachable(err) {
		return err
	}
	address := "the server"
	if failed, ok := errors.AsType[*url.Error](err); ok {
		if parsed, parseErr := url.Parse(failed.URL); parseErr == nil {
			address = parsed.Scheme + "://" + parsed.Host
		}
		err = failed.Err
	}
	return fault.Wrap(err, fault.Unavailable, "%s cannot be reached", address).
		WithHint("Is it running? --server or %s says where it is.", serverVariable)
}

// isUnreachable reports whether a request got no answer, or got one from something between that did not reach the server.
func isUnreachable(err error) bool {
	if refused, ok := errors.AsType[*client.ServerError](err); ok {
		return refused.Kind == client.KindUnavailable
	}
	_, isRequest := errors.AsType[*url.Error](err)
	_, isConnection := errors.AsType[*net.OpError](err)
	return isRequest || isConnection || errors.Is(err, io.ErrUnexpectedEOF) // the last two end an answer halfway
}
