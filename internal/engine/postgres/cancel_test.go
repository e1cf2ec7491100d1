package postgres_test

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/fault"
)

const isRunning = "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int AND state = 'active' AND query LIKE '%nap%')"

// started runs a slow query in the background and waits until the server runs it.
func (f *fixture) started(s engine.Session) (ended <-chan error, cancel func()) {
	f.Helper()
	ctx, cancel := context.WithCancel(f.Context())
	f.Cleanup(cancel)
	outcome := make(chan error, 1)
	go func() {
		_, err := s.Query(ctx, slow, 1)
		outcome <- err
	}()
	f.eventually(isRunning, s.ID())
	return outcome, cancel
}

// isStopped checks once: after a call has returned, nothing of it may run.
func (f *fixture) isStopped(s engine.Session) {
	f.Helper()
	var running bool
	if err := f.server.admin.QueryRow(f.Context(), isRunning, s.ID()).Scan(&running); err != nil || running {
		f.Errorf("the statement runs although the call has returned (%v)", err)
	}
}

func TestCancelStopsTheStatementOnTheServer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TABLE t (n int)")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(s, "INSERT INTO t VALUES (1)")
	ended, cancel := f.started(s)
	cancel()
	f.refused(<-ended, fault.Canceled, "canceled")
	f.isStopped(s)
	_, err := s.Exec(t.Context(), "SELECT 1")
	f.refused(err, fault.Invalid, "aborted")
	if err := s.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	id := s.ID()
	for range 20 { // no request to stop is still on its way
		if got := f.value(s, "SELECT count(*) FROM t"); got != int64(0) || s.ID() != id {
			t.Fatalf("%v rows in session %s, want none in %s", got, s.ID(), id)
		}
	}
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.open(with(f.connection, "statementTimeout", "150ms")), someone())
	_, err := s.Exec(t.Context(), slow)
	f.refused(err, fault.Limit, "timed out after 150ms | Raise the setting statementTimeout")
	f.exec(s, "SELECT 1", "SET statement_timeout TO 0")
	_ = s.Close()

	f.server.execf(t, "ALTER ROLE %s SET statement_timeout TO 100", f.connection.Settings["user"])
	s = f.session(f.open(f.connection), someone())
	_, err = s.Query(t.Context(), slow, 1)
	f.refused(err, fault.Limit, "statement timeout | Raise the timeout of the server")
	_ = s.Close()

	s = f.session(f.open(with(f.connection, "statementTimeout", 3600.0)), someone()) // ours goes before the role's
	ended, _ := f.started(s)
	f.signal("pg_cancel_backend", s)
	f.refused(<-ended, fault.Invalid, "The statement was canceled")
}

func TestTerminatedSessionIsUnavailable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended, _ := f.started(s)
	f.signal("pg_terminate_backend", s)
	f.refused(<-ended, fault.Unavailable, "terminating connection")
	f.refused(s.Commit(t.Context()), fault.Unavailable, "the session has ended")
	if err := s.Rollback(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestBrokenNetwork(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p, c := throughProxy(t, f.connection)
	s := f.session(f.open(c), someone())
	ended, _ := f.started(s)
	p.cut()
	f.refused(<-ended, fault.Unavailable, "was lost")
	_, err := s.Exec(t.Context(), "SELECT 1")
	f.refused(err, fault.Unavailable, "the session has ended")
	f.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
}

// The server's answer is lost, but the server is reachable over another connection, which can end the session.
func TestSilentConnectionIsEndedOverAnother(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p, c := throughProxy(t, f.connection)
	s := f.session(f.openWith(postgres.Options{Timeout: time.Second}, c), someone())
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended, cancel := f.started(s)
	p.freeze()
	cancel()
	f.refused(<-ended, fault.Canceled, "canceled")
	f.isStopped(s)
	f.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
}

func TestUnreachableServerIsNotReportedAsCanceled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p, c := throughProxy(t, f.connection)
	s := f.session(f.openWith(postgres.Options{Timeout: time.Second}, c), someone())
	ended, cancel := f.started(s)
	p.refuse()
	p.freeze()
	cancel()
	f.refused(<-ended, fault.Unavailable, "did not confirm that the statement was stopped")
}

// The proxy hides everything from the server except that its client is gone.
func TestServerStopsStatementsOfDeadClient(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p, c := throughProxy(t, f.connection)
	s := f.session(f.open(c), someone())
	ended, _ := f.started(s)
	p.refuse()
	p.cut()
	f.refused(<-ended, fault.Unavailable, "was lost")
	f.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
}

func TestCloseWhileServerIsSilent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p, c := throughProxy(t, f.connection)
	e := f.openWith(postgres.Options{Timeout: time.Second}, c)
	ended, _ := f.started(f.session(e, someone()))
	p.refuse()
	p.freeze()
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	f.refused(<-ended, fault.Unavailable, "")
}
