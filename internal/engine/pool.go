package engine

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// idle is the default of Pool.Idle.
const idle = 5 * time.Minute

// Pool keeps one open engine for every connection in use. It is safe for concurrent use.
//
//	Open    ─▶ the first caller opens the engine, the others wait for it and share it
//	release ─▶ after the last release the engine stays open for a while, then it is closed
type Pool struct {
	// Idle is how long an unused engine stays open; 0 means five minutes. Set it before the first Open.
	Idle time.Duration

	drivers Drivers
	hasher  hasher

	mu      sync.Mutex
	entries map[connectionHash]*entry
	closed  bool
	failed  []error        // errors of closing engines
	closing sync.WaitGroup // engines that are being closed
}

// entry is an engine of the pool, or one that is being opened.
type entry struct {
	ready  chan struct{} // closed when the engine is open or could not be opened
	engine Engine
	err    error

	// The pool's lock guards the rest.
	users int
	timer *time.Timer // runs while there are no users
}

// NewPool returns an empty pool.
func NewPool(drivers Drivers) *Pool {
	return &Pool{drivers: drivers, hasher: newHasher(), entries: map[connectionHash]*entry{}}
}

// Open returns the engine of a connection, and a function that releases it. Do not close the engine. Connections that
// differ in kind, settings, secret or folder have different engines. A failure to open an engine is not cached.
func (p *Pool) Open(ctx context.Context, c Connection) (Engine, func(), error) {
	hash, err := p.hasher.of(c)
	if err != nil {
		return nil, nil, err
	}
	for {
		shared, isFirst, err := p.join(hash)
		if err != nil {
			return nil, nil, err
		}
		if isFirst {
			p.open(ctx, hash, c, shared)
		}
		select {
		case <-shared.ready:
		case <-ctx.Done():
			p.leave(hash, shared)
			return nil, nil, fault.Wrap(ctx.Err(), fault.Canceled, "opening the %s connection was canceled", c.Kind)
		}
		switch {
		case shared.err == nil:
			return shared.engine, sync.OnceFunc(func() { p.leave(hash, shared) }), nil
		case isFirst || ctx.Err() != nil || !fault.Is(shared.err, fault.Canceled):
			return nil, nil, shared.err
		}
		// Another caller's context ended while it opened the engine; this caller tries again.
	}
}

// Usage returns how many engines are open or being opened, and how many callers use them.
func (p *Pool) Usage() (engines, users int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, shared := range p.entries {
		users += shared.users
	}
	return len(p.entries), users
}

// join adds a user of a connection's engine. The first user must open it.
func (p *Pool) join(hash connectionHash) (shared *entry, isFirst bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, false, fault.New(fault.Unavailable, "the server is stopping").WithHint("Try again later.")
	}
	shared, isKnown := p.entries[hash]
	if !isKnown {
		shared = &entry{ready: make(chan struct{})}
		p.entries[hash] = shared
	}
	shared.users++
	if shared.timer != nil {
		shared.timer.Stop() // a timer that has fired already finds a user and does nothing
	}
	return shared, !isKnown, nil
}

// open opens an engine for all callers that wait for it.
func (p *Pool) open(ctx context.Context, hash connectionHash, c Connection, shared *entry) {
	defer close(shared.ready)
	driver, err := p.drivers.Lookup(c.Kind)
	if err == nil {
		shared.engine, err = driver.Open(ctx, c)
	}
	if err == nil {
		return
	}
	shared.err = err
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.entries[hash] == shared {
		delete(p.entries, hash)
	}
}

// leave removes a user of an engine.
func (p *Pool) leave(hash connectionHash, shared *entry) {
	p.mu.Lock()
	defer p.mu.Unlock()
	shared.users--
	if shared.users > 0 || p.entries[hash] != shared {
		return
	}
	wait := p.Idle
	if wait == 0 {
		wait = idle
	}
	shared.timer = time.AfterFunc(wait, func() { p.expire(hash, shared) })
}

// expire closes an engine that has not been used for a while.
func (p *Pool) expire(hash connectionHash, shared *entry) {
	p.mu.Lock()
	if p.closed || shared.users > 0 || p.entries[hash] != shared {
		p.mu.Unlock()
		return
	}
	delete(p.entries, hash)
	p.closing.Add(1)
	p.mu.Unlock()
	defer p.closing.Done()
	<-shared.ready // it may still be opening, after its caller left
	p.closeEngine(shared)
}

// Close closes all engines, also those that are in use. It returns when all of them are closed.
func (p *Pool) Close() error {
	p.mu.Lock()
	entries, isFirst := p.entries, !p.closed
	p.entries, p.closed = nil, true
	if isFirst {
		p.closing.Add(1)
	}
	p.mu.Unlock()
	if isFirst {
		p.closeAll(entries)
		p.closing.Done()
	}
	p.closing.Wait()
	p.mu.Lock()
	defer p.mu.Unlock()
	return errors.Join(p.failed...)
}

func (p *Pool) closeAll(entries map[connectionHash]*entry) {
	for _, shared := range entries {
		<-shared.ready
		if shared.timer != nil {
			shared.timer.Stop()
		}
		p.closeEngine(shared)
	}
}

// closeEngine closes an engine if it is open, and records the error.
func (p *Pool) closeEngine(shared *entry) {
	if shared.err != nil {
		return
	}
	err := shared.engine.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil {
		p.failed = append(p.failed, err)
	}
}
