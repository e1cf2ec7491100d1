package cli

import (
	"errors"

	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/fault"
)

// Exit codes are part of the interface: scripts rely on them.
const (
	exitOK          = 0
	exitFailed      = 1
	exitWrongUse    = 2
	exitRefused     = 3
	exitUnreachable = 4
)

// exitCode is the one table from kinds to exit codes.
func exitCode(err error) int {
	if answered, ok := errors.AsType[*client.ServerError](err); ok && answered.Kind != client.KindUnavailable {
		return exitRefused // whatever it said: the command line was understood, and the server would not
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

// statusError ends a command that has said what there is to say with a code of its own, which its help tells.
type statusError struct {
	reportedError

	code int
}

// Unwrap makes it an error that needs no words.
func (e statusError) Unwrap() error { return e.reportedError }

// kindOf is the kind of an error, of our own or of a server.
func kindOf(err error) fault.Kind {
	if answered, ok := errors.AsType[*client.ServerError](err); ok {
		return answered.Kind
	}
	return fault.KindOf(err)
}
