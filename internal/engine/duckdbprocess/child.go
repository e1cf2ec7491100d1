package duckdbprocess

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/millrace/millrace/internal/fault"
)

// child is a running child process, as its supervisor sees it.
type child struct {
	process *process
	socket  net.Conn
	watch   *memoryWatch

	writing sync.Mutex // guards unsent and the order of messages
	unsent  []byte     // messages that travel with the next one

	mu    sync.Mutex
	last  uint64           // number of the last call
	calls map[uint64]*call // that wait for a response
	ended error            // why the process ended; nil while it runs

	onMemoryKill func(running []*call) // tells the supervisor which statements were running

	killed atomic.Pointer[killReason]
	gone   chan struct{} // closed when the process has ended
}

// call is a call that waits for its response.
type call struct {
	response  chan *decoder // receives one message
	statement string        // the SQL that it runs; empty if none
	isAlone   bool          // no other suspect runs at the same time
	blamed    error         // why the statement must not be tried again; set before the process ends
}

// killReason says why the supervisor killed a child.
type killReason struct{ message, hint string }

// startChild starts a process and waits for nothing: the first call finds out whether it works.
func startChild(command Command, limits processLimits, onMemoryKill func([]*call)) (*child, error) {
	started, socket, err := startProcess(command, limits)
	if err != nil {
		return nil, fault.Wrap(err, fault.Unavailable, "cannot start the process of DuckDB").
			WithHint("Check that the server may start processes, and that memory is free.")
	}
	c := &child{process: started, socket: socket, calls: map[uint64]*call{}, gone: make(chan struct{}), onMemoryKill: onMemoryKill}
	c.watch = newMemoryWatch(c, limits.memory)
	go c.receive()
	return c, nil
}

// receive passes responses to their calls until the socket closes, and then ends the process.
func (c *child) receive() {
	in := bufio.NewReaderSize(c.socket, 64<<10)
	for {
		message, err := readFrame(in)
		if err != nil {
			break
		}
		number := message.number()
		c.mu.Lock()
		waiting, ok := c.calls[number]
		delete(c.calls, number)
		c.mu.Unlock()
		if ok {
			waiting.response <- message
		}
	}
	c.process.kill()
	status := c.process.wait()
	_ = c.socket.Close() // nothing reads from it any more
	c.mu.Lock()
	c.ended = c.deathFault(status)
	for _, waiting := range c.calls {
		close(waiting.response)
	}
	c.calls = nil
	c.mu.Unlock()
	c.watch.stop()
	close(c.gone)
}

// deathFault describes the end of the process for the calls that were running.
func (c *child) deathFault(status string) error {
	if reason := c.killed.Load(); reason != nil {
		return fault.New(fault.Unavailable, "%s", reason.message).WithHint("%s", reason.hint)
	}
	return fault.Wrap(errors.New(status), fault.Unavailable, "the process of DuckDB has ended").
		WithHint("Try again: it restarts. The server's log has its last words.")
}

// kill ends the process at once. Calls that are running fail with the reason.
func (c *child) kill(reason killReason) {
	c.killed.CompareAndSwap(nil, &reason)
	c.process.kill()
}

// isRunning reports whether the process runs and was not killed.
func (c *child) isRunning() bool {
	select {
	case <-c.gone:
		return false
	default:
		return c.killed.Load() == nil
	}
}

// encode encodes a message.
func encode(r request, write func(e *encoder)) ([]byte, error) {
	e := newFrame()
	e.request(r)
	if write != nil {
		write(e)
	}
	raw, err := e.frame()
	if err != nil {
		return nil, fault.Wrap(err, fault.Limit, "the statement is too large").WithHint("Split it into several nodes.")
	}
	return raw, nil
}

// keep sends a message together with the next one, which any call sends: each write costs more than a small message.
func (c *child) keep(r request, write func(e *encoder)) error {
	raw, err := encode(r, write)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	c.unsent = append(c.unsent, raw...)
	return nil
}

// send sends a message without waiting for a response.
func (c *child) send(r request, write func(e *encoder)) error {
	raw, err := encode(r, write)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if len(c.unsent) > 0 {
		raw = append(c.unsent, raw...)
		c.unsent = nil
	}
	if _, err := c.socket.Write(raw); err != nil {
		c.process.kill()
		<-c.gone // so that the next call starts another process
		return fault.Wrap(err, fault.Unavailable, "the process of DuckDB has ended").WithHint("Try again: it restarts.")
	}
	return nil
}

// options say how a call is sent.
type options struct {
	statement string        // the SQL that it runs
	isAlone   bool          // the supervisor lets no other suspect run
	isFinal   bool          // it ignores the end of the context, because its outcome must be known
	patience  time.Duration // how long a final call may take; 0 for no limit
}

// stopGrace is how long a canceled statement may take to stop before the process is killed.
const stopGrace = 1500 * time.Millisecond

// call sends a message and waits for its response. When the context ends, it cancels the call in the child and waits
// until it has stopped there; if that takes too long, it kills the child.
func (c *child) call(ctx context.Context, r request, o options, write func(e *encoder)) (*decoder, error) {
	if ctx.Err() != nil && !o.isFinal {
		return nil, canceled(ctx)
	}
	waiting := &call{response: make(chan *decoder, 1), statement: o.statement, isAlone: o.isAlone}
	c.mu.Lock()
	if c.ended != nil {
		c.mu.Unlock()
		return nil, c.ended
	}
	c.last++
	r.call = c.last
	c.calls[r.call] = waiting
	c.mu.Unlock()
	if o.statement != "" {
		c.watch.statementStarts()
		defer c.watch.statementEnds()
	}
	if !o.isFinal {
		defer c.killIfStuck(ctx)()
	}
	if err := c.send(r, write); err != nil {
		c.forget(r.call)
		if ctx.Err() != nil && !o.isFinal {
			return nil, canceled(ctx)
		}
		return nil, err
	}
	if o.isFinal {
		return c.waitFinal(waiting, o)
	}
	select {
	case message, ok := <-waiting.response:
		return c.result(waiting, message, ok)
	case <-ctx.Done():
	}
	return c.stop(ctx, r.call, waiting)
}

func (c *child) forget(number uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.calls, number)
}

// waitFinal waits for a call that ignores the end of its context.
func (c *child) waitFinal(waiting *call, o options) (*decoder, error) {
	if o.patience > 0 {
		timer := time.AfterFunc(o.patience, func() {
			c.kill(killReason{
				fmt.Sprintf("the process of DuckDB was restarted because it did not roll back within %s", o.patience),
				"Try again.",
			})
		})
		defer timer.Stop()
	}
	message, ok := <-waiting.response
	return c.result(waiting, message, ok)
}

// stop cancels a call in the child, and waits until the call or the process has ended.
func (c *child) stop(ctx context.Context, number uint64, waiting *call) (*decoder, error) {
	_ = c.send(request{operation: opCancel, target: number}, nil) // if the process has ended, the response says so
	message, ok := <-waiting.response
	if !ok {
		<-c.gone
		return nil, canceled(ctx)
	}
	return c.result(waiting, message, ok)
}

// killIfStuck kills the child if a call is not released some time after the end of its context. It also limits how long
// sending waits for a child that does not read.
func (c *child) killIfStuck(ctx context.Context) (release func()) {
	ended := make(chan struct{})
	forget := context.AfterFunc(ctx, func() {
		timer := time.NewTimer(stopGrace)
		defer timer.Stop()
		select {
		case <-ended:
		case <-timer.C:
			c.kill(killReason{
				"the process of DuckDB was restarted because a canceled statement did not stop",
				"Try again.",
			})
		}
	})
	return func() {
		forget()
		close(ended)
	}
}

// result reads the fault of a response. A closed channel means that the process has ended.
func (c *child) result(waiting *call, message *decoder, ok bool) (*decoder, error) {
	if !ok {
		<-c.gone
		c.mu.Lock()
		defer c.mu.Unlock()
		if waiting.blamed != nil {
			return nil, waiting.blamed
		}
		return nil, c.ended
	}
	if err := message.failure(); err != nil {
		return nil, err
	}
	return message, message.failed()
}
