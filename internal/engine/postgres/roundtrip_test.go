package postgres_test

import (
	"context"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/pgtest"
)

// node runs a small node: a session, a transaction, three stages.
func node(ctx context.Context, e engine.Engine) error {
	s, err := e.Session(ctx, someone())
	if err != nil {
		return err
	}
	defer s.Close() //nolint:errcheck // the commit has told
	if err := s.Begin(ctx); err != nil {
		return err
	}
	for _, stage := range []string{"DROP TABLE IF EXISTS tiny", "CREATE TABLE tiny AS SELECT 1 AS n"} {
		if _, err := s.Exec(ctx, stage); err != nil {
			return err
		}
	}
	if _, err := s.Query(ctx, "SELECT n FROM tiny WHERE n IS NULL", 1); err != nil {
		return err
	}
	return s.Commit(ctx)
}

// Three stages take three more round trips: the label, the commit, the cleanup.
func TestRoundTripsOfANode(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p, c := throughProxy(t, f.connection)
	e := f.open(c)
	if err := node(t.Context(), e); err != nil { // connects, and learns the names of types
		t.Fatal(err)
	}
	before := p.trips.Load()
	if err := node(t.Context(), e); err != nil {
		t.Fatal(err)
	}
	if got := p.trips.Load() - before; got != 6 {
		t.Errorf("a node of 3 stages took %d round trips, want 6", got)
	}
}

func BenchmarkNode(b *testing.B) {
	address, err := url.Parse(pgtest.Database(b))
	if err != nil {
		b.Fatal(err)
	}
	port, err := strconv.Atoi(address.Port())
	if err != nil {
		b.Fatal(err)
	}
	c := with(with(connectionTo(port), "user", address.User.Username()), "database", strings.TrimPrefix(address.Path, "/"))
	e, err := newDriver().Open(b.Context(), c)
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close() //nolint:errcheck // nothing is lost
	for b.Loop() {
		if err := node(b.Context(), e); err != nil {
			b.Fatal(err)
		}
	}
}
