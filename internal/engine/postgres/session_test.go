package postgres_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/postgres"
	"github.com/millrace/millrace/internal/fault"
)

// fixture is an engine on a real server with its own database.
type fixture struct {
	*testing.T

	server     server
	connection engine.Connection
	engine     engine.Engine
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	s := realServer(t)
	f := &fixture{T: t, server: s, connection: s.owner(t)}
	f.engine = f.open(f.connection)
	return f
}

// open opens a connection until the test ends.
func (f *fixture) open(c engine.Connection) engine.Engine {
	f.Helper()
	return f.openWith(postgres.Options{}, c)
}

func (f *fixture) openWith(options postgres.Options, c engine.Connection) engine.Engine {
	f.Helper()
	e, err := postgres.New(options).Open(f.Context(), c)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = e.Close() })
	return e
}

func (f *fixture) session(e engine.Engine, label engine.Label) engine.Session {
	f.Helper()
	s, err := e.Session(f.Context(), label)
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	return s
}

// exec runs statements that must succeed.
func (f *fixture) exec(s engine.Session, statements ...string) {
	f.Helper()
	for _, statement := range statements {
		if _, err := s.Exec(f.Context(), statement); err != nil {
			f.Fatalf("%s: %v", statement, err)
		}
	}
}

// value returns the single value of a query.
func (f *fixture) value(s engine.Session, query string) any {
	f.Helper()
	rows, err := s.Query(f.Context(), query, 2)
	if err != nil || len(rows.Values) != 1 || len(rows.Values[0]) != 1 {
		f.Fatalf("%s: %v, %v, want one value", query, rows.Values, err)
	}
	return rows.Values[0][0]
}

// refused checks a fault: its kind, words of its message or hint, and that it reveals no secret.
func (f *fixture) refused(err error, kind fault.Kind, words string) {
	f.Helper()
	if !fault.Is(err, kind) || !strings.Contains(err.Error()+" | "+fault.From(err).Hint, words) {
		f.Fatalf("%v (%s), want a fault of kind %s with %q", err, fault.KindOf(err), kind, words)
	}
	wantNoSecret(f.T, err, secretPassword)
}

// eventually waits until a query of the administrator returns true.
func (f *fixture) eventually(query string, arguments ...any) {
	f.Helper()
	ctx, cancel := context.WithTimeout(f.Context(), 30*time.Second)
	defer cancel()
	for {
		var isTrue bool
		if err := f.server.admin.QueryRow(ctx, query, arguments...).Scan(&isTrue); err != nil {
			f.Fatalf("%s: %v", query, err)
		}
		if isTrue {
			return
		}
	}
}

// signal calls a function on a session's process as the administrator.
func (f *fixture) signal(function string, s engine.Session) {
	f.Helper()
	f.eventually("SELECT "+function+"($1::text::int)", s.ID())
}

// someone returns the label of a unique run.
func someone() engine.Label { return engine.Label{WorkID: uuid.NewString() + "/42", Epoch: 1} }

func TestClosedSessionIsReset(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	e := f.open(with(f.connection, "maxConnections", 3.0)) // one session at a time
	s := f.session(e, someone())
	id := s.ID()
	f.exec(s,
		"CREATE TEMP TABLE left_behind AS SELECT 1", "SET search_path TO pg_catalog", "SET statement_timeout TO 77", "LISTEN something",
		"PREPARE early AS SELECT 1", "SELECT pg_advisory_lock(4711)", "DECLARE c CURSOR WITH HOLD FOR SELECT 1")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(s, "CREATE TABLE public.not_committed (n int)")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	f.eventually("SELECT application_name = 'millrace' AND state = 'idle' FROM pg_stat_activity WHERE pid = $1::text::int", id)
	f.eventually("SELECT NOT EXISTS (SELECT FROM pg_class WHERE relname IN ('left_behind', 'not_committed'))")
	f.eventually("SELECT NOT EXISTS (SELECT FROM pg_locks WHERE pid = $1::text::int AND locktype = 'advisory')", id)

	label := someone()
	s = f.session(e, label)
	if s.ID() != id {
		t.Errorf("the connection was not used again: %s, then %s", id, s.ID())
	}
	for query, want := range map[string]any{
		"SHOW search_path":                                             `"$user", public`,
		"SHOW statement_timeout":                                       "0",
		"SHOW client_connection_check_interval":                        "2s",
		"SHOW application_name":                                        "mr:" + label.WorkID + ":1",
		"SELECT count(*) FROM pg_prepared_statements WHERE name <> ''": int64(0),
		"SELECT count(*) FROM pg_cursors WHERE name <> ''":             int64(0),
		"SELECT count(*) FROM pg_listening_channels()":                 int64(0),
	} {
		if got := f.value(s, query); got != want {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
}

func TestSessionsWaitForEachOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	e := f.open(with(f.connection, "maxConnections", 3.0))
	first := f.session(e, someone())
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := e.Session(ctx, someone())
	f.refused(err, fault.Canceled, "canceled")
	if _, err := e.Describe(t.Context(), "SELECT 1"); err != nil { // questions do not wait for sessions
		t.Error(err)
	}
	second := make(chan error)
	go func() {
		s, err := e.Session(t.Context(), someone())
		if err == nil {
			err = s.Close()
		}
		second <- err
	}()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-second; err != nil {
		t.Error(err)
	}
}

// A restart of the server ends all idle connections of the pool.
func TestDeadPoolConnectionsAreReplaced(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for range 3 {
		var all []engine.Session
		for range 5 {
			all = append(all, f.session(f.engine, someone()))
		}
		for _, s := range all {
			_ = s.Close()
		}
		const others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
		f.server.execf(t, "SELECT pg_terminate_backend(pid) "+others)
		f.eventually("SELECT count(*) = 0 " + others)
		f.exec(f.session(f.engine, someone()), "SELECT 1")
		if _, err := f.engine.Describe(t.Context(), "SELECT 1"); err != nil {
			t.Error(err)
		}
	}
}

func TestLabelCannotBeChanged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, statement := range []string{
		"SET application_name TO 'me'", "SELECT set_config('application_name', 'me', true)", "RESET ALL", "DISCARD ALL", "SET LOCAL application_name TO ''",
	} {
		s := f.session(f.engine, someone())
		if !strings.HasPrefix(statement, "DISCARD") {
			if err := s.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			f.exec(s, "CREATE TABLE IF NOT EXISTS not_committed (n int)")
		}
		_, err := s.Exec(t.Context(), statement)
		f.refused(err, fault.Invalid, "changed application_name")
		_, err = s.Exec(t.Context(), "SELECT 1")
		f.refused(err, fault.Unavailable, "the session has ended")
		f.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
	}
	f.eventually("SELECT to_regclass('not_committed') IS NULL")
}

func TestDatabasesWithOtherEncodings(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.server.execf(t, "CREATE DATABASE %s TEMPLATE template0 ENCODING 'LATIN1'", "latin "+f.connection.Settings["database"].(string))
	t.Cleanup(func() {
		f.server.execf(t, "DROP DATABASE %s WITH (FORCE)", "latin "+f.connection.Settings["database"].(string))
	})
	e := f.open(with(f.connection, "database", "latin "+f.connection.Settings["database"].(string)))
	s := f.session(e, someone())
	f.exec(s, "CREATE TEMP TABLE été AS SELECT 'é' AS ß")
	if got := f.value(s, "SELECT ß FROM été"); got != "é" {
		t.Errorf("%q", got)
	}
	_, err := s.Exec(t.Context(), "SELECT 'Ж'")
	f.refused(err, fault.Invalid, "no equivalent")
}
