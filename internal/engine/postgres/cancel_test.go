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
func (w *workshop) started(s engine.Session) (ended <-chan error, cancel func()) {
	w.Helper()
	ctx, cancel := context.WithCancel(w.Context())
	w.Cleanup(cancel)
	outcome := make(chan error, 1)
	go func() {
		_, err := s.Query(ctx, slow, 1)
		outcome <- err
	}()
	w.eventually(isRunning, s.ID())
	return outcome, cancel
}

// isStopped looks at once and only once: a call that has returned has nothing running any more.
func (w *workshop) isStopped(s engine.Session) {
	w.Helper()
	var running bool
	if err := w.server.admin.QueryRow(w.Context(), isRunning, s.ID()).Scan(&running); err != nil || running {
		w.Errorf("the statement runs although the call has returned (%v)", err)
	}
}

func TestACancelStopsTheStatementInTheServer(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	s := w.session(w.engine, someone())
	w.exec(s, "CREATE TABLE t (n int)")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.exec(s, "INSERT INTO t VALUES (1)")
	ended, cancel := w.started(s)
	cancel()
	w.refused(<-ended, fault.Canceled, "canceled")
	w.isStopped(s)
	_, err := s.Exec(t.Context(), "SELECT 1")
	w.refused(err, fault.Invalid, "aborted")
	if err := s.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	id := s.ID()
	for range 20 { // no request to stop is still on its way
		if got := w.value(s, "SELECT count(*) FROM t"); got != int64(0) || s.ID() != id {
			t.Fatalf("%v rows in session %s, want none in %s", got, s.ID(), id)
		}
	}
}

func TestTimeOuts(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	s := w.session(w.open(with(w.connection, "statementTimeout", "150ms")), someone())
	_, err := s.Exec(t.Context(), slow)
	w.refused(err, fault.Limit, "timed out after 150ms | Raise the setting statementTimeout")
	w.exec(s, "SELECT 1", "SET statement_timeout TO 0")
	_ = s.Close()

	w.server.execf(t, "ALTER ROLE %s SET statement_timeout TO 100", w.connection.Settings["user"])
	s = w.session(w.open(w.connection), someone())
	_, err = s.Query(t.Context(), slow, 1)
	w.refused(err, fault.Limit, "statement timeout | Raise the timeout of the server")
	_ = s.Close()

	s = w.session(w.open(with(w.connection, "statementTimeout", 3600.0)), someone()) // ours goes before the role's
	ended, _ := w.started(s)
	w.signal("pg_cancel_backend", s)
	w.refused(<-ended, fault.Invalid, "The statement was canceled")
}

func TestATerminatedSessionIsUnavailable(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	s := w.session(w.engine, someone())
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended, _ := w.started(s)
	w.signal("pg_terminate_backend", s)
	w.refused(<-ended, fault.Unavailable, "terminating connection")
	w.refused(s.Commit(t.Context()), fault.Unavailable, "the session has ended")
	if err := s.Rollback(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestTheNetworkBreaks(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	p, c := throughProxy(t, w.connection)
	s := w.session(w.open(c), someone())
	ended, _ := w.started(s)
	p.cut()
	w.refused(<-ended, fault.Unavailable, "was lost")
	_, err := s.Exec(t.Context(), "SELECT 1")
	w.refused(err, fault.Unavailable, "the session has ended")
	w.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
}

// The server's answer is lost, but the server can be reached otherwise, so that it can be asked to end the session.
func TestAConnectionThatFellSilentIsEndedByAnother(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	p, c := throughProxy(t, w.connection)
	s := w.session(w.openWith(postgres.Options{Timeout: time.Second}, c), someone())
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	ended, cancel := w.started(s)
	p.freeze()
	cancel()
	w.refused(<-ended, fault.Canceled, "canceled")
	w.isStopped(s)
	w.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
}

func TestAServerOutOfReachConfirmsNothing(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	p, c := throughProxy(t, w.connection)
	s := w.session(w.openWith(postgres.Options{Timeout: time.Second}, c), someone())
	ended, cancel := w.started(s)
	p.refuse()
	p.freeze()
	cancel()
	w.refused(<-ended, fault.Unavailable, "did not confirm that the statement was stopped")
}

// The proxy keeps the server from hearing anything but that its client is gone.
func TestTheServerStopsStatementsOfAClientThatDied(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	p, c := throughProxy(t, w.connection)
	s := w.session(w.open(c), someone())
	ended, _ := w.started(s)
	p.refuse()
	p.cut()
	w.refused(<-ended, fault.Unavailable, "was lost")
	w.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
}

func TestClosingTheEngineWhileTheServerIsSilent(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	p, c := throughProxy(t, w.connection)
	e := w.openWith(postgres.Options{Timeout: time.Second}, c)
	ended, _ := w.started(w.session(e, someone()))
	p.refuse()
	p.freeze()
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	w.refused(<-ended, fault.Unavailable, "")
}
