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

// workshop is an engine on a real server with a database of its own.
type workshop struct {
	*testing.T

	server     server
	connection engine.Connection
	engine     engine.Engine
}

func newWorkshop(t *testing.T) *workshop {
	t.Helper()
	s := realServer(t)
	w := &workshop{T: t, server: s, connection: s.owner(t)}
	w.engine = w.open(w.connection)
	return w
}

// open opens a connection until the test ends.
func (w *workshop) open(c engine.Connection) engine.Engine {
	w.Helper()
	return w.openWith(postgres.Options{}, c)
}

func (w *workshop) openWith(options postgres.Options, c engine.Connection) engine.Engine {
	w.Helper()
	e, err := postgres.New(options).Open(w.Context(), c)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = e.Close() })
	return e
}

func (w *workshop) session(e engine.Engine, label engine.Label) engine.Session {
	w.Helper()
	s, err := e.Session(w.Context(), label)
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() { _ = s.Close() })
	return s
}

// exec runs statements that are expected to go well.
func (w *workshop) exec(s engine.Session, statements ...string) {
	w.Helper()
	for _, statement := range statements {
		if _, err := s.Exec(w.Context(), statement); err != nil {
			w.Fatalf("%s: %v", statement, err)
		}
	}
}

// value is the one value of a query.
func (w *workshop) value(s engine.Session, query string) any {
	w.Helper()
	rows, err := s.Query(w.Context(), query, 2)
	if err != nil || len(rows.Values) != 1 || len(rows.Values[0]) != 1 {
		w.Fatalf("%s: %v, %v, want one value", query, rows.Values, err)
	}
	return rows.Values[0][0]
}

// refused checks a fault: its kind, words of its message or hint, and that it gives nothing away.
func (w *workshop) refused(err error, kind fault.Kind, words string) {
	w.Helper()
	if !fault.Is(err, kind) || !strings.Contains(err.Error()+" | "+fault.From(err).Hint, words) {
		w.Fatalf("%v (%s), want a fault of kind %s with %q", err, fault.KindOf(err), kind, words)
	}
	wantNoSecret(w.T, err, secretPassword)
}

// eventually waits until a query of the administrator's is true.
func (w *workshop) eventually(query string, arguments ...any) {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.Context(), 30*time.Second)
	defer cancel()
	for {
		var isTrue bool
		if err := w.server.admin.QueryRow(ctx, query, arguments...).Scan(&isTrue); err != nil {
			w.Fatalf("%s: %v", query, err)
		}
		if isTrue {
			return
		}
	}
}

// signal has the administrator call a function on a session's process.
func (w *workshop) signal(function string, s engine.Session) {
	w.Helper()
	w.eventually("SELECT "+function+"($1::text::int)", s.ID())
}

// someone is the label of a run that nobody else works on.
func someone() engine.Label { return engine.Label{WorkID: uuid.NewString() + "/42", Epoch: 1} }

func TestASessionThatIsGivenBackIsLikeNew(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	e := w.open(with(w.connection, "maxConnections", 3.0)) // one session at a time
	s := w.session(e, someone())
	id := s.ID()
	w.exec(s,
		"CREATE TEMP TABLE left_behind AS SELECT 1", "SET search_path TO pg_catalog", "SET statement_timeout TO 77", "LISTEN something",
		"PREPARE early AS SELECT 1", "SELECT pg_advisory_lock(4711)", "DECLARE c CURSOR WITH HOLD FOR SELECT 1")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.exec(s, "CREATE TABLE public.not_committed (n int)")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	w.eventually("SELECT application_name = 'millrace' AND state = 'idle' FROM pg_stat_activity WHERE pid = $1::text::int", id)
	w.eventually("SELECT NOT EXISTS (SELECT FROM pg_class WHERE relname IN ('left_behind', 'not_committed'))")
	w.eventually("SELECT NOT EXISTS (SELECT FROM pg_locks WHERE pid = $1::text::int AND locktype = 'advisory')", id)

	label := someone()
	s = w.session(e, label)
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
		if got := w.value(s, query); got != want {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
}

func TestSessionsWaitForEachOther(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	e := w.open(with(w.connection, "maxConnections", 3.0))
	first := w.session(e, someone())
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := e.Session(ctx, someone())
	w.refused(err, fault.Canceled, "canceled")
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

// A restart of the server ends all connections that wait in the pool.
func TestConnectionsThatDiedInThePoolAreReplaced(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	for range 3 {
		var all []engine.Session
		for range 5 {
			all = append(all, w.session(w.engine, someone()))
		}
		for _, s := range all {
			_ = s.Close()
		}
		const others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
		w.server.execf(t, "SELECT pg_terminate_backend(pid) "+others)
		w.eventually("SELECT count(*) = 0 " + others)
		w.exec(w.session(w.engine, someone()), "SELECT 1")
		if _, err := w.engine.Describe(t.Context(), "SELECT 1"); err != nil {
			t.Error(err)
		}
	}
}

func TestTheLabelStaysOn(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	for _, statement := range []string{
		"SET application_name TO 'me'", "SELECT set_config('application_name', 'me', true)", "RESET ALL", "DISCARD ALL", "SET LOCAL application_name TO ''",
	} {
		s := w.session(w.engine, someone())
		if !strings.HasPrefix(statement, "DISCARD") {
			if err := s.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.exec(s, "CREATE TABLE IF NOT EXISTS not_committed (n int)")
		}
		_, err := s.Exec(t.Context(), statement)
		w.refused(err, fault.Invalid, "changed application_name")
		_, err = s.Exec(t.Context(), "SELECT 1")
		w.refused(err, fault.Unavailable, "the session has ended")
		w.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
	}
	w.eventually("SELECT to_regclass('not_committed') IS NULL")
}

func TestDatabasesThatAreNotInUTF8(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.server.execf(t, "CREATE DATABASE %s TEMPLATE template0 ENCODING 'LATIN1'", "latin "+w.connection.Settings["database"].(string))
	t.Cleanup(func() {
		w.server.execf(t, "DROP DATABASE %s WITH (FORCE)", "latin "+w.connection.Settings["database"].(string))
	})
	e := w.open(with(w.connection, "database", "latin "+w.connection.Settings["database"].(string)))
	s := w.session(e, someone())
	w.exec(s, "CREATE TEMP TABLE été AS SELECT 'é' AS ß")
	if got := w.value(s, "SELECT ß FROM été"); got != "é" {
		t.Errorf("%q", got)
	}
	_, err := s.Exec(t.Context(), "SELECT 'Ж'")
	w.refused(err, fault.Invalid, "no equivalent")
}
