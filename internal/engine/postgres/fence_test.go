package postgres_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// The server would truncate longer names, and with them the epoch.
func TestLabelsFitIntoApplicationName(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	seen := map[string]bool{}
	id := uuid.NewString()
	for _, label := range []engine.Label{
		{WorkID: id + "/1", Epoch: 1},
		{WorkID: id + "/99999999", Epoch: math.MaxInt64},
		{WorkID: id + "/99999999", Epoch: math.MinInt64},
		{WorkID: id + "/9223372036854775807", Epoch: 1},
		{WorkID: id + "/9223372036854775806", Epoch: 1},
		{WorkID: id, Epoch: 0},
		{WorkID: strings.Repeat("x", 1000), Epoch: 1},
		{WorkID: "it's é", Epoch: 1},
		{WorkID: "#" + strings.Repeat("a", 40), Epoch: 1},
	} {
		s := f.session(f.engine, label)
		name := f.value(s, "SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()").(string)
		if len(name) > 63 || seen[name] || strings.Contains(name, "?") || !strings.HasPrefix(name, "mr:") {
			t.Errorf("label %+v became %q", label, name)
		}
		seen[name] = true
		if short := len(label.WorkID) < 46 && !strings.ContainsAny(label.WorkID, "# "); short != strings.HasPrefix(name, "mr:"+label.WorkID+":") {
			t.Errorf("label %+v became %q", label, name)
		}
		_ = s.Close()
	}
}

func TestFenceComparesTheWholeLabel(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	long := strings.Repeat("x", 1000)
	for _, end := range []string{"", "/1", ":b", ":", "/123456789012345", long, long + "y", "é"} {
		owner := uuid.NewString() + end
		spared := map[string]engine.Session{}
		for _, other := range []string{owner + "/0", owner + ":", owner + ":0", "x" + owner, owner + "é"} {
			spared[other] = f.session(f.engine, engine.Label{WorkID: other, Epoch: 1})
		}
		spared["the next epoch"] = f.session(f.engine, engine.Label{WorkID: owner, Epoch: 1 << 50})
		old := f.session(f.engine, engine.Label{WorkID: owner, Epoch: 1<<50 - 1})
		if err := f.engine.Fence(t.Context(), engine.Label{WorkID: owner, Epoch: 1 << 50}); err != nil {
			t.Fatal(err)
		}
		_, err := old.Exec(t.Context(), "SELECT 1")
		f.refused(err, fault.Unavailable, "terminating")
		for other, s := range spared {
			if _, err := s.Exec(t.Context(), "SELECT 1"); err != nil {
				t.Errorf("a fence for %.50q ended a session of %.50q: %v", owner, other, err)
			}
			_ = s.Close()
		}
	}
}

// The owner neither answers nor reads, like a suspended process.
func TestFenceNeedsNoAnswerOfTheOwner(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p, c := throughProxy(t, f.connection)
	label := someone()
	s := f.session(f.open(c), label)
	f.exec(s, "CREATE TABLE t (n int)")
	if err := s.Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.exec(s, "INSERT INTO t VALUES (1)")
	ended, _ := f.started(s)
	p.freeze()
	if err := f.engine.Fence(t.Context(), engine.Label{WorkID: label.WorkID, Epoch: 2}); err != nil {
		t.Fatal(err)
	}
	f.isStopped(s)
	f.exec(f.session(f.engine, someone()), "DROP TABLE t")
	p.cut()
	f.refused(<-ended, fault.Unavailable, "")
}

// A fence that cannot end a session must not report success.
func TestFenceWithoutPrivilegeFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other, err := pgx.Connect(t.Context(), f.server.address.String()) // as an administrator
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close(t.Context()) //nolint:errcheck // nothing is lost
	label := someone()
	if _, err := other.Exec(t.Context(), "SET application_name = 'mr:"+label.WorkID+":1'"); err != nil {
		t.Fatal(err)
	}
	err = f.engine.Fence(t.Context(), engine.Label{WorkID: label.WorkID, Epoch: 2})
	f.refused(err, fault.Invalid, "Grant the privilege to the user of the connection")
}

func TestFenceReachesOtherDatabases(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	label := someone()
	s := f.session(f.open(with(f.connection, "database", "postgres")), label)
	if err := f.engine.Fence(t.Context(), engine.Label{WorkID: label.WorkID, Epoch: 2}); err != nil {
		t.Fatal(err)
	}
	_, err := s.Exec(t.Context(), "SELECT 1")
	f.refused(err, fault.Unavailable, "terminating")
}
