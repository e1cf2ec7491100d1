package duckdbprocess

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/fault"
)

// server is the child's side of the socket.
type server struct {
	driver *duckdb.Driver
	life   context.Context //nolint:containedctx // of the process, not of a call

	writing sync.Mutex
	out     io.Writer

	mu       sync.Mutex
	engines  map[uint64]engine.Engine
	sessions map[uint64]*servedSession
	cancels  map[uint64]context.CancelFunc // of the calls that run, by their numbers
	opening  map[uint64]*opening           // the sessions that are being opened, by their numbers
}

// Serve handles the calls of the server process until the socket closes.
func Serve(ctx context.Context, socket io.ReadWriter) error {
	s := &server{
		driver: duckdb.New(duckdb.Options{}), life: ctx, out: socket,
		engines: map[uint64]engine.Engine{}, sessions: map[uint64]*servedSession{}, cancels: map[uint64]context.CancelFunc{},
		opening: map[uint64]*opening{},
	}
	in := bufio.NewReaderSize(socket, 64<<10)
	for {
		message, err := readFrame(in)
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := s.dispatch(message); err != nil { //nolint:contextcheck // a call has its own context
			return err
		}
	}
}

// dispatch starts the work of a message. It returns without waiting for it.
func (s *server) dispatch(message *decoder) error {
	r := message.request()
	if message.err != nil {
		return message.err
	}
	switch {
	case r.operation == opCancel:
		s.cancel(r.target)
	case r.operation == opSession:
		return s.openSession(r, message)
	case r.operation.isOfSession():
		call := s.begin(r.call)
		s.stopOpening(call, r)
		s.session(r.target).add(task{r, message, call})
	case r.operation == opFence:
		return s.fence(r, message)
	default:
		call := s.begin(r.call)
		go func() { s.reply(r.call, s.ofEngine(call, r, message)) }()
	}
	return nil
}

// fence ends sessions of earlier epochs, after those are open whose messages came before it.
func (s *server) fence(r request, message *decoder) error {
	label := message.label()
	if message.err != nil {
		return message.err
	}
	call, opening := s.begin(r.call), s.openingOf(label)
	go func() {
		for _, o := range opening {
			if o.label.Epoch < label.Epoch {
				o.cancel(errFenced) // it may wait for databases
			}
			<-o.done
		}
		s.reply(r.call, s.fenceEngine(call, r, label))
	}()
	return nil
}

func (s *server) fenceEngine(ctx context.Context, r request, label engine.Label) result {
	opened, err := s.engine(r.target)
	if err != nil {
		return result{err: err}
	}
	return result{err: opened.Fence(ctx, label)}
}

// begin registers a call, so that it can be canceled before its work has started.
func (s *server) begin(call uint64) context.Context {
	ctx, cancel := context.WithCancel(s.life)
	if call == 0 {
		cancel() // nothing can cancel it
		return s.life
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancels[call] = cancel
	return ctx
}

func (s *server) cancel(call uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel, ok := s.cancels[call]; ok {
		cancel()
	}
}

// result is the response to a call.
type result struct {
	err   error
	write func(e *encoder) // appends the values; nil for none
}

// reply sends a response. If the socket is closed, the process ends anyway.
func (s *server) reply(call uint64, r result) {
	s.mu.Lock()
	if cancel, ok := s.cancels[call]; ok {
		cancel()
		delete(s.cancels, call)
	}
	s.mu.Unlock()
	if call == 0 {
		return
	}
	e := newFrame()
	e.number(call)
	e.failure(r.err)
	if r.err == nil && r.write != nil {
		r.write(e)
	}
	raw, err := e.frame()
	if err != nil {
		e = newFrame()
		e.number(call)
		e.failure(fault.Wrap(err, fault.Limit, "the result is too large").WithHint("Select fewer rows or shorter texts."))
		raw, _ = e.frame()
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	_, _ = s.out.Write(raw)
}

// ofEngine handles the calls that do not belong to a session.
func (s *server) ofEngine(ctx context.Context, r request, message *decoder) result {
	switch r.operation {
	case opTest:
		target := message.targetOf()
		if message.err != nil {
			return result{err: message.failed()}
		}
		info, err := s.driver.TestTarget(ctx, target)
		return result{err, func(e *encoder) { e.text(info.Version) }}
	case opOpen:
		target := message.targetOf()
		if message.err != nil {
			return result{err: message.failed()} // a target that was not read completely may allow more
		}
		return result{err: s.open(ctx, r.target, target)}
	case opCloseEngine:
		return result{err: s.closeEngine(r.target)}
	default: // needs an engine
	}
	opened, err := s.engine(r.target)
	if err != nil {
		return result{err: err}
	}
	switch r.operation {
	case opPrepare:
		return result{err: opened.Prepare(ctx, message.schemas())}
	case opDescribe:
		columns, err := opened.Describe(ctx, message.text())
		return result{err, func(e *encoder) { e.columns(columns) }}
	case opCatalog:
		schemas := message.schemas()
		found, err := opened.Catalog(ctx, schemas...)
		return result{err, func(e *encoder) {
			for _, schema := range schemas {
				e.relations(found[schema])
			}
		}}
	default:
		return result{err: fault.Wrap(errMalformed, fault.Internal, "an unknown operation")}
	}
}

func (s *server) open(ctx context.Context, number uint64, target duckdb.Target) error {
	opened, err := s.driver.OpenTarget(ctx, target)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.engines[number] = opened
	return nil
}

func (s *server) engine(number uint64) (engine.Engine, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	opened, ok := s.engines[number]
	if !ok {
		return nil, fault.New(fault.Unavailable, "the duckdb connection is closed").WithHint("Open it again.")
	}
	return opened, nil
}

func (s *server) closeEngine(number uint64) error {
	s.mu.Lock()
	opened, ok := s.engines[number]
	delete(s.engines, number)
	s.mu.Unlock()
	if !ok {
		return nil
	}
	return opened.Close()
}
