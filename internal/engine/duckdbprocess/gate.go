package duckdbprocess

import (
	"context"
	"sync"
)

// gate lets new sessions of a folder wait while its files are copied.
//
//	open ──▶ draining: new sessions wait, the open ones go on ──▶ closed: everything waits ──▶ open
//
// Calls of an engine pass while it drains, because an open session may need them before it ends.
type gate struct {
	mu       sync.Mutex
	inside   int           // open sessions and calls
	opened   chan struct{} // closed when it opens again; nil while it is open
	drained  chan struct{} // closed when nothing is inside any more; nil while it is open
	isClosed bool
}

// enter waits until a session or a call may start.
func (g *gate) enter(ctx context.Context, isSession bool) error {
	for {
		g.mu.Lock()
		if g.opened == nil || !isSession && !g.isClosed {
			g.inside++
			g.mu.Unlock()
			return nil
		}
		opened := g.opened
		g.mu.Unlock()
		select {
		case <-opened:
		case <-ctx.Done():
			return canceled(ctx)
		}
	}
}

// leave ends a session or a call.
func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	g.closeIfEmpty()
}

func (g *gate) closeIfEmpty() {
	if g.opened != nil && !g.isClosed && g.inside == 0 {
		g.isClosed = true
		close(g.drained)
	}
}

// drain starts to close the gate. The channel is closed when nothing is inside any more.
func (g *gate) drain() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened == nil {
		g.opened, g.drained = make(chan struct{}), make(chan struct{})
		g.closeIfEmpty()
	}
	return g.drained
}

// open lets everything pass again.
func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.opened == nil {
		return
	}
	close(g.opened)
	g.opened, g.drained, g.isClosed = nil, nil, false
}
