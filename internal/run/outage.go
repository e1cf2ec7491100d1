package run

import (
	"errors"
	"fmt"

	"github.com/millrace/millrace/internal/fault"
)

var errOutOfReach = errors.New("the state database is out of reach")

// StoreUnavailable is the fault for a state database that cannot be asked just now. It is told from an engine that cannot: who
// carries a run out waits for the one, and fails nodes for the other.
func StoreUnavailable(cause error, message string) error {
	return fault.Wrap(fmt.Errorf("%w: %w", errOutOfReach, cause), fault.Unavailable, "%s", message).WithHint("Try again in a moment.")
}

// IsStoreUnavailable reports whether something failed for want of the state database.
func IsStoreUnavailable(err error) bool { return errors.Is(err, errOutOfReach) }
