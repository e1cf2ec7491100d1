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

// Fate is what becomes of a request.
type Fate struct {
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

// Weather decides what becomes of requests. Both methods may wait as long as they like: a process that is stopped neither
// sends nor receives.
type Weather interface {
	Fate(call Call) Fate
	// Back is called before the answer reaches the client.
	Back(call Call)
}

// Fair is weather in which nothing goes wrong and nothing takes time.
type Fair struct{}

// Fate lets everything pass.
func (Fair) Fate(Call) Fate { return Fate{} }

// Back lets every answer pass.
func (Fair) Back(Call) {}

func nodeOf(ctx context.Context) string {
	node, _ := pprof.Label(ctx, "node")
	return node
}
