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

// remote wraps a command that calls a server: a signal ends it, an unreachable server is reported as such, and the names of
// environments are replaced by their ids.
func (p Program) remote(command *cobra.Command) *cobra.Command {
	run := command.RunE
	command.RunE = func(command *cobra.Command, args []string) error {
		ctx, stop := signal.NotifyContext(command.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, stop) // a second signal ends the process at once
		command.SetContext(ctx)
		args, err := p.withEnvironmentIDs(command, args)
		if err == nil {
			err = run(command, args)
		}
		return remoteFault(err)
	}
	p.completeEnvironments(command)
	return command
}

// remoteFault maps network errors to kinds. It keeps the message of a server error.
func remoteFault(err error) error {
	if errors.Is(err, context.Canceled) {
		return fault.New(fault.Canceled, "interrupted")
	}
	if _, unexpected := errors.AsType[*client.UnexpectedResponseError](err); unexpected {
		return notMillraceFault()
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
		WithHint("Check that it is running, and check --server or %s.", serverVariable)
}

// isUnreachable reports whether a request got no response, or got one from a proxy that did not reach the server.
func isUnreachable(err error) bool {
	if refused, ok := errors.AsType[*client.ServerError](err); ok {
		return refused.Kind == client.KindUnavailable
	}
	_, isRequest := errors.AsType[*url.Error](err)
	_, isConnection := errors.AsType[*net.OpError](err)
	return isRequest || isConnection || errors.Is(err, io.ErrUnexpectedEOF) // the last two end a response early
}
