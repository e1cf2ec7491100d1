package run

import (
	"errors"
	"fmt"

	"github.com/millrace/millrace/internal/fault"
)

var errStoreUnavailable = errors.New("the state database is unavailable")

// StoreUnavailable returns the fault for a state database that does not answer. It differs from the fault of an engine
// that does not answer: a worker waits for the state database, and fails nodes for an engine.
func StoreUnavailable(cause error, message string) error {
	return fault.Wrap(fmt.Errorf("%w: %w", errStoreUnavailable, cause), fault.Unavailable, "%s", message).WithHint("Try again in a moment.")
}

// IsStoreUnavailable reports whether something failed because the state database was unavailable.
func IsStoreUnavailable(err error) bool { return errors.Is(err, errStoreUnavailable) }
