package plan

import "github.com/millrace/millrace/internal/fault"

// The limits of parallelism: how many nodes of one plan may run at once on a server.
const (
	DefaultParallelism = 16
	MaxParallelism     = 256
)

// CheckParallelism rejects a number of nodes that is below 1 or above MaxParallelism.
func CheckParallelism(nodes int) error {
	if nodes < 1 || nodes > MaxParallelism {
		return fault.New(fault.Invalid, "parallelism cannot be %d", nodes).
			WithHint("Pass how many nodes may run at once, from 1 to %d.", MaxParallelism)
	}
	return nil
}
