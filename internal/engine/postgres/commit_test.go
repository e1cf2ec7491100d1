package postgres_test

import (
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// slowCommit starts a transaction whose commit is slow.
func (f *fixture) slowCommit(s engine.Session) {
	f.Helper()
	f.exec(s,
		"CREATE TABLE t (n int)",
		"CREATE FUNCTION nap() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); RETURN NULL; END'",
		"CREATE CONSTRAINT TRIGGER late AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nap()")
	if err := s.Begin(f.Context()); err != nil {
		f.Fatal(err)
	}
	f.exec(s, "INSERT INTO t VALUES (1)")
}

func TestSessionEndsDuringCommit(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.slowCommit(s)
	ended := make(chan error, 1)
	go func() { ended <- s.Commit(t.Context()) }()
	f.eventually("SELECT state = 'active' AND query = 'COMMIT' FROM pg_stat_activity WHERE pid = $1::text::int", s.ID())
	f.signal("pg_terminate_backend", s)
	f.refused(<-ended, fault.Unavailable, "It is unknown whether the transaction was committed")
}

// The client cannot know whether the server received the commit, so both cases look the same.
func TestNetworkBreaksDuringCommit(t *testing.T) {
	t.Parallel()
	for name, isHeard := range map[string]bool{"before it": false, "after it": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.exec(f.session(f.engine, someone()), "CREATE TABLE t (n int)")
			p, c := throughProxy(t, f.connection)
			s := f.session(f.open(c), someone())
			if err := s.Begin(t.Context()); err != nil {
				t.Fatal(err)
			}
			f.exec(s, "INSERT INTO t VALUES (1)")
			p.when("COMMIT", func() {
				if isHeard {
					p.loseAnswers()
					return
				}
				p.cut()
			})
			f.refused(s.Commit(t.Context()), fault.Unavailable, "It is unknown whether the transaction was committed")
			f.eventually("SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1::text::int)", s.ID())
			want := int64(0)
			if isHeard {
				want = 1
			}
			if got := f.value(f.session(f.engine, someone()), "SELECT count(*) FROM t"); got != want {
				t.Errorf("%v rows, want %d", got, want)
			}
		})
	}
}

func TestRejectedCommit(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s := f.session(f.engine, someone())
	f.exec(s, "CREATE TABLE t (n int, UNIQUE (n) DEFERRABLE INITIALLY DEFERRED)")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(s, "INSERT INTO t VALUES (1), (1)")
	f.refused(s.Commit(t.Context()), fault.Invalid, "duplicate key value violates unique constraint")
	if got := f.value(s, "SELECT count(*) FROM t"); got != int64(0) {
		t.Errorf("%v rows, want none", got)
	}
}
