package duckdbprocess_test

import (
	"context"
	"syscall"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
	"github.com/millrace/millrace/internal/fault"
)

// scope opens another engine of the fixture's folder, with databases of its own.
func (f *fixture) scope(own string, mapped ...engine.MappedDatabase) *fixture {
	f.Helper()
	e := openScoped(f.T, f.driver, f.folder, &engine.Databases{Own: own, Mapped: mapped})
	f.Cleanup(func() {
		if err := e.Close(); err != nil {
			f.Error(err)
		}
	})
	return &fixture{T: f.T, driver: f.driver, folder: f.folder, engine: e}
}

// with runs statements in a session that it closes.
func (f *fixture) with(statements ...string) {
	f.Helper()
	s := f.session()
	f.exec(s, statements...)
	if err := s.Close(); err != nil {
		f.Error(err)
	}
}

func (f *fixture) prepare(databases ...string) {
	f.Helper()
	for _, database := range databases {
		if err := f.engine.Prepare(f.Context(), []engine.Schema{{Database: database, Name: "s"}}); err != nil {
			f.Fatal(err)
		}
	}
}

// newScopes returns a fixture whose engine has no databases yet.
func newScopes(t *testing.T) *fixture {
	t.Helper()
	return &fixture{T: t, driver: newDriver(t, duckdbprocess.Options{}), folder: t.TempDir()}
}

// TestDatabasesAreApartInOneChild gives two environments their own data, also after the child was killed.
func TestDatabasesAreApartInOneChild(t *testing.T) {
	t.Parallel()
	f := newScopes(t)
	sales := engine.MappedDatabase{Name: "sales"}
	first, second := f.scope("environments/1", sales), f.scope("environments/2")
	for i, e := range []*fixture{first, second} {
		e.prepare("")
		e.with([]string{"CREATE TABLE millrace.s.t AS SELECT 1 AS n", "CREATE TABLE millrace.s.t AS SELECT 2 AS n"}[i])
	}
	first.prepare("sales")
	first.with("CREATE TABLE sales.s.t AS SELECT 3 AS n")
	s, other := first.session(), second.session()
	if process(t, s) != process(t, other) {
		t.Error("the environments have different children")
	}
	for range 2 {
		if one, two := first.number("SELECT n::BIGINT FROM millrace.s.t"), second.number("SELECT n::BIGINT FROM millrace.s.t"); one != 1 || two != 2 {
			t.Errorf("the environments read %d and %d", one, two)
		}
		if got := first.number("SELECT n::BIGINT FROM sales.s.t"); got != 3 {
			t.Errorf("the mapped database contains %d", got)
		}
		for _, statement := range []string{
			"FROM sales.s.t", "FROM read_blob('sales.duckdb')", "FROM read_blob('environments/1.duckdb')", "ATTACH '" + f.folder + "/sales.duckdb' AS x",
		} {
			_, err := second.session().Exec(t.Context(), statement)
			wantKind(t, err, fault.Invalid)
		}
		current := first.session()
		first.exec(current, "SELECT 1")
		if err := syscall.Kill(process(t, current), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_, err := current.Exec(t.Context(), "SELECT 1")
		wantKind(t, err, fault.Unavailable)
	}
}

// TestWaitForADatabaseCanBeCanceled cancels statements of a session that waits for a database. The child keeps running.
func TestWaitForADatabaseCanBeCanceled(t *testing.T) {
	t.Parallel()
	f := newScopes(t)
	sales := engine.MappedDatabase{Name: "sales"}
	first, second := f.scope("environments/1", sales), f.scope("environments/2", sales)
	first.prepare("sales")
	s := first.session()
	first.exec(s, "CREATE TABLE sales.s.t AS SELECT 1 AS n")
	for name, leave := range map[string]func(waiting engine.Session){
		"canceled statement": func(waiting engine.Session) {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			_, err := waiting.Exec(ctx, "SELECT 1")
			wantKind(t, err, fault.Canceled)
			_, err = waiting.Exec(t.Context(), "SELECT 1") // its session was never opened
			wantKind(t, err, fault.Unavailable)
		},
		"closed session":     func(engine.Session) {},
		"closed transaction": func(waiting engine.Session) { _ = waiting.Begin(t.Context()) },
		"rolled back": func(waiting engine.Session) {
			_ = waiting.Begin(t.Context())
			_ = waiting.Rollback(t.Context())
		},
	} {
		waiting := second.session()
		if err := first.engine.Fence(t.Context(), engine.Label{WorkID: "another", Epoch: 2}); err != nil { // does not wait for it
			t.Error(err)
		}
		leave(waiting)
		if err := waiting.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	fenced, err := second.engine.Session(t.Context(), engine.Label{WorkID: "fenced", Epoch: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.engine.Fence(t.Context(), engine.Label{WorkID: "fenced", Epoch: 2}); err != nil {
		t.Error(err)
	}
	_, err = fenced.Exec(t.Context(), "SELECT 1")
	wantKind(t, err, fault.Unavailable)
	_ = fenced.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = second.engine.Catalog(ctx, engine.Schema{Name: "s"})
	wantKind(t, err, fault.Canceled)
	first.exec(s, "INSERT INTO sales.s.t VALUES (2)") // in the same child
	waiting := second.session()
	done := make(chan error, 1)
	go func() {
		_, err := waiting.Exec(t.Context(), "INSERT INTO sales.s.t VALUES (3)")
		done <- err
	}()
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
