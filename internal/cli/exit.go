package cli

import (
	"errors"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// Exit codes are part of the interface, because scripts rely on them.
const (
	exitOK          = 0
	exitFailed      = 1
	exitWrongUse    = 2
	exitRefused     = 3
	exitUnreachable = 4
)

// exitCode maps the kind of an error to an exit code. No other code does.
func exitCode(err error) int {
	if answered, ok := errors.AsType[*client.ServerError](err); ok && answered.Kind != client.KindUnavailable {
		return exitRefused // for every kind: the command line was valid, and the server rejected the request
	}
	if special, ok := errors.AsType[statusError](err); ok {
		return special.code
	}
	switch kindOf(err) {
	case "":
		return exitOK
	case fault.Invalid:
		return exitWrongUse
	case fault.Unauthenticated, fault.Forbidden:
		return exitRefused
	case fault.Unavailable:
		return exitUnreachable
	default:
		return exitFailed
	}
}

// statusError ends a command that has printed its result with a code of its own, which its help lists.
type statusError struct {
	reportedError

	code int
}

// Unwrap returns an error that is not printed.
func (e statusError) Unwrap() error { return e.reportedError }

// kindOf returns the kind of a local error or of a server error.
func kindOf(err error) fault.Kind {
	if answered, ok := errors.AsType[*client.ServerError](err); ok {
		return answered.Kind
	}
	return fault.KindOf(err)
}
