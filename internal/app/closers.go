package app

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
)

// closers closes what a process has opened, in reverse order. So a start that fails closes exactly what it has opened.
type closers struct{ list []func() error }

func (c *closers) add(closer func() error) { c.list = append(c.list, closer) }

// addListener closes a listener, unless a server has closed it.
func (c *closers) addListener(listener net.Listener) {
	c.add(func() error {
		if err := listener.Close(); !errors.Is(err, net.ErrClosed) {
			return err
		}
		return nil
	})
}

func (c *closers) close() error {
	var failed []error
	for _, closer := range slices.Backward(c.list) {
		failed = append(failed, closer())
	}
	c.list = nil
	return errors.Join(failed...)
}

// background is the goroutines of a process. They stop together.
type background struct {
	context context.Context //nolint:containedctx // it ends with the process, not with a call
	stop    context.CancelFunc
	working sync.WaitGroup

	mu     sync.Mutex
	failed []error
}

// newBackground returns an empty background. It does not end with ctx, but when it is closed.
func newBackground(ctx context.Context) *background {
	b := &background{}
	b.context, b.stop = context.WithCancel(context.WithoutCancel(ctx))
	return b
}

// start runs a part until the background is closed.
func (b *background) start(part func(context.Context)) {
	b.working.Go(func() { part(b.context) })
}

// startFallible does the same for a part that may fail to stop cleanly.
func (b *background) startFallible(part func(context.Context) error) {
	b.start(func(ctx context.Context) {
		err := part(ctx)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.failed = append(b.failed, err)
	})
}

// close stops all parts and waits for them.
func (b *background) close() error {
	b.stop()
	b.working.Wait()
	failed := b.failed
	b.failed = nil // it may be closed twice
	return errors.Join(failed...)
}
