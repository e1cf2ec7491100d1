package simengine

import (
	"context"
	"runtime/pprof"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// Call is a request to the engine.
type Call struct {
	Operation string // the method, in lower case
	Label     engine.Label
	Node      string // the node that it is for, if any
	Statement string
}

// CallOutcome decides what happens to a request.
type CallOutcome struct {
	Wait time.Duration // how long it takes; a statement runs this long
	Lost bool          // it does not arrive
	Mute bool          // the engine executes it, and the answer gets lost
	// Late executes the request this long after the client got the error that the connection is lost.
	Late time.Duration
	// Uncancelable continues the request after its context has ended, because it was sent before.
	Uncancelable bool
	// Linger is how long the engine keeps a session whose client is gone, or goes on with a statement that outlives it.
	Linger time.Duration
	// Unnamed, of an engine without transactions, loses the answer with the id of the statement.
	Unnamed bool
	// Refused, of an engine without transactions, executes the statement and answers that it failed.
	Refused bool
	// Committing, of an engine without transactions, makes a cancel of the statement come too late.
	Committing bool
}

// FaultInjector decides the outcome of requests. Both methods may block for any time: a suspended process neither sends
// nor receives.
type FaultInjector interface {
	Outcome(call Call) CallOutcome
	// BeforeAnswer is called before the answer reaches the client.
	BeforeAnswer(call Call)
}

// Outliver is a fault injector whose clients die. It is asked when the context of a statement ends: whether the engine, without
// transactions, goes on with it because nobody has canceled it.
type Outliver interface {
	Outlives(call Call) bool
}

// NoFaults injects no faults and no delays.
type NoFaults struct{}

// Outcome lets every request pass.
func (NoFaults) Outcome(Call) CallOutcome { return CallOutcome{} }

// BeforeAnswer lets every answer pass.
func (NoFaults) BeforeAnswer(Call) {}

func nodeOf(ctx context.Context) string {
	node, _ := pprof.Label(ctx, "node")
	return node
}
