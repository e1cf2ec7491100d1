package simengine

import (
	"context"
	"runtime/pprof"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// Call is a request on its way to the engine.
type Call struct {
	Operation string // the method, in lower case
	Label     engine.Label
	Node      string // that it is for, if it is for one
	Statement string
}

// CallOutcome is what becomes of a request.
type CallOutcome struct {
	Wait time.Duration // how long it takes; a statement runs this long
	Lost bool          // it does not arrive
	Mute bool          // it is carried out, and the answer gets lost
	// Late carries the request out this much after the client was told that the connection is gone.
	Late time.Duration
	// Deaf lets the request go on although its context has ended: it was sent before anybody could know.
	Deaf bool
	// Linger is how long the engine keeps a session whose client has gone.
	Linger time.Duration
}

// FaultInjector decides what becomes of requests. Both methods may wait as long as they like: a process that is stopped neither
// sends nor receives.
type FaultInjector interface {
	Fate(call Call) CallOutcome
	// Back is called before the answer reaches the client.
	Back(call Call)
}

// NoFaults is weather in which nothing goes wrong and nothing takes time.
type NoFaults struct{}

// CallOutcome lets everything pass.
func (NoFaults) Fate(Call) CallOutcome { return CallOutcome{} }

// Back lets every answer pass.
func (NoFaults) Back(Call) {}

func nodeOf(ctx context.Context) string {
	node, _ := pprof.Label(ctx, "node")
	return node
}
