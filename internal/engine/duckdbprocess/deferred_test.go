package duckdbprocess_test

import (
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// A deferred statement is part of its transaction. Commit reports its error, and then nothing is committed.
func TestDeferredStatement(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	if err := f.engine.Prepare(t.Context(), []engine.Schema{{Name: "main"}}); err != nil {
		t.Fatal(err)
	}
	s := f.session()
	f.exec(s, "CREATE TABLE millrace.main.t (n INTEGER)")
	for _, statement := range []string{"INSERT INTO millrace.main.t VALUES (2)", "INSERT INTO millrace.main.missing VALUES (2)"} {
		if err := s.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		f.exec(s, "INSERT INTO millrace.main.t VALUES (1)")
		deferred, ok := s.(engine.DeferredExecutor)
		if !ok {
			t.Fatal("the session does not defer statements")
		}
		if err := deferred.ExecDeferred(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
		if err := s.Commit(t.Context()); err != nil {
			wantKind(t, err, fault.Invalid)
			if err := s.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	}
	if sum := f.number("SELECT sum(n)::BIGINT FROM millrace.main.t"); sum != 3 {
		t.Errorf("the sum is %d, want 3 of the first transaction", sum)
	}
}
