package cli

import "github.com/millrace/millrace/internal/fault"

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
	switch fault.KindOf(err) {
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
