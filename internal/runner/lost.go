package runner

import (
	"errors"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/run"
)

var errLost = errors.New("the lease has passed")

// Lost is the fault for a change under a lease that has passed.
func Lost(key run.Key) error {
	return fault.Wrap(errLost, fault.Conflict, "run %d is in other hands", key.Run)
}

// IsLost reports whether a change was refused because its lease has passed.
func IsLost(err error) bool { return errors.Is(err, errLost) }
