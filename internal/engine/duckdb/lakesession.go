package duckdb

import (
	"context"
	"errors"
	"os"

	"github.com/millrace/millrace/internal/engine"
)

// runSigned runs a statement outside a transaction in one of its own, so that its snapshot has a signature.
func (s *session) runSigned(ctx context.Context, text string) (engine.Counts, error) {
	if err := s.do(ctx, "BEGIN TRANSACTION"); err != nil {
		return engine.Counts{}, err
	}
	s.publication = nil
	counts, err := s.run(ctx, text)
	if err == nil {
		err = s.sign(ctx)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		return counts, s.commitSigned(ctx)
	}
	if ctx.Err() != nil {
		s.waitForInterrupt(ctx)
	}
	_ = s.do(context.WithoutCancel(ctx), "ROLLBACK") // the error means that the failure has ended the transaction
	return engine.Counts{}, err
}

// commitSigned commits the transaction of one statement.
func (s *session) commitSigned(ctx context.Context) error {
	unlock, err := s.lockCommit(ctx)
	if err != nil {
		_ = s.do(context.WithoutCancel(ctx), "ROLLBACK") // the error that counts is the one above
		return err
	}
	defer unlock()
	return s.commitError(s.do(context.WithoutCancel(ctx), "COMMIT"))
}

// lockCommit waits until no other session of this process commits to the lake.
func (s *session) lockCommit(ctx context.Context) (unlock func(), err error) {
	if s.instance.pool == nil {
		return func() {}, nil
	}
	committing := s.instance.pool.committing
	if err := committing.lock(ctx); err != nil {
		return nil, err
	}
	return committing.unlock, nil
}

// commitError ends a session whose commit the catalog rejected because another owner has taken over.
func (s *session) commitError(err error) error {
	if err != nil && s.instance.isLake && isFencedCommit(err) {
		s.kill(errFenced)
	}
	return err
}

// enterLake gives an engine the pool of the folder. The folder is locked.
func (f *sharedFolder) enterLake(e *embedded) {
	if f.lakes == nil {
		f.lakes = newLakePool(f, e.target)
	}
	f.users++
	e.lakes = f.lakes
}

// joinLake starts the first DuckDB, so that wrong settings are reported when the lake is opened. It does not wait for sessions: all
// engines of the folder have the same settings.
func (f *sharedFolder) joinLake(ctx context.Context, e *embedded) error {
	if e.lakes.hasStarted() {
		return nil
	}
	first, err := e.lakes.take(ctx, e, e.lakes.short)
	if err != nil {
		return errors.Join(err, f.leaveLake(e)) //nolint:contextcheck // it leaves after the call was canceled too
	}
	e.lakes.put(first) //nolint:contextcheck // as above
	return nil
}

// leaveLake ends the sessions of an engine. The last engine closes the lake.
func (f *sharedFolder) leaveLake(e *embedded) error {
	ctx := context.Background()
	err := e.lakes.end(ctx, "the ducklake connection was closed", func(s *session) bool { return s.owner == e })
	_ = f.mutex.lock(ctx)
	defer f.mutex.unlock()
	f.users--
	if f.users == 0 {
		err = errors.Join(err, f.lakes.close(ctx), f.close())
		f.lakes = nil
		_ = os.RemoveAll(f.folder) // it contains only temporary data
	}
	return err
}

// fenceLake ends the sessions of earlier epochs in this process.
func (e *embedded) fenceLake(ctx context.Context, label engine.Label) error {
	if e.isClosed.Load() {
		return closedFault()
	}
	if ctx.Err() != nil {
		return canceledFault(ctx)
	}
	return e.lakes.end(ctx, errFenced.Error(), func(s *session) bool { return s.label != nil && isOlder(*s.label, label) })
}

// prepareLake creates the missing schemas of a lake.
func (e *embedded) prepareLake(ctx context.Context, schemas []engine.Schema) error {
	if err := checkLakeSchemas(schemas); err != nil {
		return err
	}
	return e.within(ctx, nil, func(ctx context.Context, s *session) error { return s.makeSchemas(ctx, schemas) })
}

// makeSchemas creates the missing schemas of a lake. Another process may drop them at any time, so none is remembered.
func (s *session) makeSchemas(ctx context.Context, schemas []engine.Schema) error {
	for _, schema := range schemas {
		if err := s.makeSchema(ctx, schema); err != nil {
			return err
		}
	}
	return nil
}
