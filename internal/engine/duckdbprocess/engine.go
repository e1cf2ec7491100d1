package duckdbprocess

import (
	"context"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/millrace/millrace/internal/dialect"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdb"
	"github.com/millrace/millrace/internal/enginekind"
	"github.com/millrace/millrace/internal/fault"
)

// remoteEngine is an engine in a child. After the child has ended, the next call opens it again in another one.
type remoteEngine struct {
	driver     *Driver
	supervisor *supervisor
	target     duckdb.Target
	dialect    *dialect.Dialect

	opening  chan struct{}              // a mutex that a context can leave: one caller opens the engine in a new child
	opened   atomic.Pointer[openEngine] // in the last child
	isClosed atomic.Bool
	closing  sync.Once
	closed   error // the error of Close
}

// openEngine is an engine that is open in a child.
type openEngine struct {
	child  *child
	number uint64
}

// Dialect returns DuckDB's SQL.
func (e *remoteEngine) Dialect() *dialect.Dialect { return e.dialect }

// Capabilities returns those of the kind: a lake is not embedded, because other processes use it too.
func (e *remoteEngine) Capabilities() engine.Capabilities { return e.target.Capabilities() }

// DefaultDatabase returns the default database, which is a file like all databases, or the lake.
func (e *remoteEngine) DefaultDatabase() string { return enginekind.DefaultDatabase(e.target.Kind()) }

// current returns the engine in the running child.
func (e *remoteEngine) current(ctx context.Context) (*openEngine, error) {
	if e.isClosed.Load() {
		return nil, fault.New(fault.Unavailable, "the duckdb connection is closed").WithHint("Open it again.")
	}
	if found := e.opened.Load(); found != nil && found.child.isRunning() {
		return found, nil
	}
	select {
	case e.opening <- struct{}{}:
		defer func() { <-e.opening }()
	case <-ctx.Done():
		return nil, canceled(ctx)
	}
	if found := e.opened.Load(); found != nil && found.child.isRunning() {
		return found, nil
	}
	running, err := e.supervisor.running(ctx)
	if err != nil {
		return nil, err
	}
	opened := &openEngine{running, e.driver.numbers.Add(1)}
	_, err = running.call(ctx, request{operation: opOpen, target: opened.number}, options{}, func(out *encoder) { out.targetOf(e.target) })
	if err != nil {
		return nil, err
	}
	e.opened.Store(opened)
	return opened, nil
}

// open opens the engine for the first time.
func (e *remoteEngine) open(ctx context.Context) error {
	if err := e.supervisor.gate.enter(ctx, false); err != nil {
		return err
	}
	defer e.supervisor.gate.leave()
	_, err := e.current(ctx)
	return err
}

// call calls an operation of the engine.
func (e *remoteEngine) call(ctx context.Context, o operation, how options, write func(e *encoder)) (*decoder, error) {
	if err := e.supervisor.gate.enter(ctx, false); err != nil {
		return nil, err
	}
	defer e.supervisor.gate.leave()
	opened, err := e.current(ctx)
	if err != nil {
		return nil, err
	}
	return opened.child.call(ctx, request{operation: o, target: opened.number}, how, write)
}

// Prepare creates missing databases and schemas.
func (e *remoteEngine) Prepare(ctx context.Context, schemas []engine.Schema) error {
	_, err := e.call(ctx, opPrepare, options{}, func(out *encoder) { out.schemas(schemas) })
	return err
}

// Fence ends sessions of earlier epochs.
func (e *remoteEngine) Fence(ctx context.Context, label engine.Label) error {
	_, err := e.call(ctx, opFence, options{}, func(out *encoder) { out.label(label) })
	return err
}

// Describe returns the columns of a query.
func (e *remoteEngine) Describe(ctx context.Context, query string) ([]engine.Column, error) {
	message, err := e.call(ctx, opDescribe, options{statement: query}, func(out *encoder) { out.text(query) })
	if err != nil {
		return nil, err
	}
	return message.columns(), message.failed()
}

// Catalog returns the tables and views of schemas.
func (e *remoteEngine) Catalog(ctx context.Context, schemas ...engine.Schema) (map[engine.Schema][]engine.Relation, error) {
	found := make(map[engine.Schema][]engine.Relation, len(schemas))
	if len(schemas) == 0 {
		return found, nil
	}
	message, err := e.call(ctx, opCatalog, options{}, func(out *encoder) { out.schemas(schemas) })
	if err != nil {
		return nil, err
	}
	for _, schema := range schemas {
		found[schema] = message.relations()
	}
	return found, message.failed()
}

// Session opens a session. The message that opens it travels with the first statement, which reports its error.
func (e *remoteEngine) Session(ctx context.Context, label engine.Label) (_ engine.Session, err error) {
	if err := e.supervisor.gate.enter(ctx, true); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			e.supervisor.gate.leave()
		}
	}()
	opened, err := e.current(ctx)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, canceled(ctx)
	}
	number := e.driver.numbers.Add(1)
	err = opened.child.keep(request{operation: opSession, target: number}, func(out *encoder) {
		out.number(opened.number)
		out.label(label)
	})
	if err != nil {
		return nil, err
	}
	id := strconv.Itoa(opened.child.process.command.Process.Pid) + "." + strconv.FormatUint(number, 10)
	return &session{child: opened.child, suspects: e.supervisor.suspects, leave: e.supervisor.gate.leave, number: number, id: id}, nil
}

// Close ends the sessions of this engine. The last engine of a folder ends the child.
func (e *remoteEngine) Close() error {
	e.closing.Do(func() {
		e.isClosed.Store(true)
		ctx := context.Background()
		if opened := e.opened.Load(); opened != nil && opened.child.isRunning() {
			_, err := opened.child.call(ctx, request{operation: opCloseEngine, target: opened.number}, options{isFinal: true}, nil)
			if !fault.Is(err, fault.Unavailable) { // a child that has ended is closed
				e.closed = err
			}
		}
		e.supervisor.leave()
	})
	return e.closed
}
