package ducklake_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/laketest"
)

// pair is a lake that two servers have open.
type pair struct {
	engines [2]engine.Engine
	table   string
}

func newPair(t *testing.T) pair {
	t.Helper()
	lake := laketest.New(t)
	var p pair
	for i := range p.engines {
		p.engines[i] = openLake(t, newDriver(t), connection(t, lake))
	}
	schema := engine.Schema{Name: "s"}
	if err := p.engines[0].Prepare(t.Context(), []engine.Schema{schema}); err != nil {
		t.Fatal(err)
	}
	p.table = p.engines[0].Dialect().Qualify(p.engines[0].DefaultDatabase(), "s", "t")
	execute(t, p.engines[0], "CREATE TABLE "+p.table+" (n INTEGER, by_whom INTEGER)")
	return p
}

// execute runs statements, each by itself.
func execute(tb testing.TB, on engine.Engine, statements ...string) {
	tb.Helper()
	s, err := on.Session(tb.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	for _, statement := range statements {
		if _, err := s.Exec(tb.Context(), statement); err != nil {
			tb.Fatalf("%s\n%v", statement, err)
		}
	}
}

// count returns the number that a query finds.
func count(tb testing.TB, on engine.Engine, query string) int64 {
	tb.Helper()
	s, err := on.Session(tb.Context(), engine.Label{WorkID: "test", Epoch: 1})
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	rows, err := s.Query(tb.Context(), query, 1)
	if err != nil {
		tb.Fatalf("%s\n%v", query, err)
	}
	found, _ := rows.Values[0][0].(int64)
	return found
}

// publish publishes a node: it inserts a row, which conflicts with no other insert, and records the publication.
func publish(ctx context.Context, on engine.Engine, label engine.Label, node, insert string) error {
	s, err := on.Session(ctx, label)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	if err := s.Begin(ctx); err != nil {
		return err
	}
	if _, err := s.Exec(ctx, insert); err != nil {
		return err
	}
	recorder, ok := s.(engine.PublicationRecorder)
	if !ok {
		return errors.New("the session records no publications")
	}
	if err := recorder.RecordPublication(ctx, node, "by "+on.DefaultDatabase()); err != nil {
		return err
	}
	return s.Commit(ctx)
}

// keeper returns what an engine knows about publications.
func keeper(t *testing.T, e engine.Engine) engine.PublicationKeeper {
	t.Helper()
	found, ok := e.(engine.PublicationKeeper)
	if !ok {
		t.Fatal("the engine keeps no publications")
	}
	return found
}

// TestOneOfTwoPublicationsWins lets two servers publish the same node of the same run at the same time, again and again.
func TestOneOfTwoPublicationsWins(t *testing.T) {
	t.Parallel()
	const rounds = 25
	p := newPair(t)
	label := engine.Label{WorkID: "run", Epoch: 1}
	for round := range rounds {
		node := fmt.Sprintf("node %d", round)
		var outcomes [2]error
		var both sync.WaitGroup
		for i, e := range p.engines {
			both.Go(func() {
				outcomes[i] = publish(t.Context(), e, label, node, fmt.Sprintf("INSERT INTO %s VALUES (%d, %d)", p.table, round, i))
			})
		}
		both.Wait()
		wins := 0
		for i, err := range outcomes {
			switch {
			case err == nil:
				wins++
			case !fault.Is(err, fault.Conflict):
				t.Errorf("round %d, server %d: %v (%s)", round, i, err, fault.KindOf(err))
			}
		}
		if rows := count(t, p.engines[0], fmt.Sprintf("SELECT count(*) FROM %s WHERE n = %d", p.table, round)); wins != 1 || rows != 1 {
			t.Fatalf("round %d: %d publications succeeded, and there are %d rows: %v", round, wins, rows, outcomes)
		}
		if _, isPublished, err := keeper(t, p.engines[1]).FindPublication(t.Context(), label, node); err != nil || !isPublished {
			t.Fatalf("round %d: published: %t, %v", round, isPublished, err)
		}
	}
	if found, err := keeper(t, p.engines[0]).Publications(t.Context(), label); err != nil || len(found) != rounds {
		t.Errorf("%d publications are recorded, %v", len(found), err)
	}
}

// TestNodesOfOneRunDoNotConflict publishes different nodes of one run at the same time, from both servers.
func TestNodesOfOneRunDoNotConflict(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	label := engine.Label{WorkID: "run", Epoch: 1}
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			err := publish(t.Context(), p.engines[i%2], label, fmt.Sprintf("node %d", i), fmt.Sprintf("INSERT INTO %s VALUES (%d, 0)", p.table, i))
			if err != nil {
				t.Errorf("node %d: %v", i, err)
			}
		})
	}
	all.Wait()
	if rows := count(t, p.engines[1], "SELECT count(*) FROM "+p.table); rows != 8 {
		t.Errorf("there are %d rows", rows)
	}
}

// TestFenceReachesOtherServers fences from one server while the other one has a transaction open.
func TestFenceReachesOtherServers(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	old, next := engine.Label{WorkID: "run", Epoch: 1}, engine.Label{WorkID: "run", Epoch: 2}
	s, err := p.engines[1].Session(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if err := errors.Join(s.Begin(t.Context()), second(s.Exec(t.Context(), "INSERT INTO "+p.table+" VALUES (1, 1)"))); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a fence may be repeated
		if err := p.engines[0].Fence(t.Context(), next); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Commit(t.Context()); !fault.Is(err, fault.Unavailable) {
		t.Errorf("the old owner commits: %v (%s)", err, fault.KindOf(err))
	}
	if _, err := s.Query(t.Context(), "SELECT 1", 1); !fault.Is(err, fault.Unavailable) {
		t.Errorf("the session of the old owner continues: %v", err)
	}
	later := publish(t.Context(), p.engines[1], old, "node", "INSERT INTO "+p.table+" VALUES (2, 1)")
	if !fault.Is(later, fault.Unavailable) {
		t.Errorf("the old owner publishes: %v (%s)", later, fault.KindOf(later))
	}
	if _, _, err := keeper(t, p.engines[1]).FindPublication(t.Context(), old, "node"); !errors.Is(err, engine.ErrFenced) {
		t.Errorf("the old owner does not learn that it was replaced: %v", err)
	}
	if err := publish(t.Context(), p.engines[0], next, "node", "INSERT INTO "+p.table+" VALUES (3, 0)"); err != nil {
		t.Errorf("the new owner cannot publish: %v", err)
	}
	other := engine.Label{WorkID: "run ", Epoch: 1}
	if err := publish(t.Context(), p.engines[1], other, "node", "INSERT INTO "+p.table+" VALUES (4, 0)"); err != nil {
		t.Errorf("another run cannot publish: %v", err)
	}
	if rows := count(t, p.engines[1], "SELECT sum(n)::BIGINT FROM "+p.table); rows != 3+4 {
		t.Errorf("the rows add up to %d", rows)
	}
}

func second[T any](_ T, err error) error { return err }

// TestForgottenPublications deletes those of a run that has ended, and keeps those of a run that was taken over.
func TestForgottenPublications(t *testing.T) {
	t.Parallel()
	p := newPair(t)
	ended, taken := engine.Label{WorkID: "ended", Epoch: 1}, engine.Label{WorkID: "taken over", Epoch: 2}
	for _, label := range []engine.Label{ended, taken} {
		if err := publish(t.Context(), p.engines[0], label, "node", "INSERT INTO "+p.table+" VALUES (1, 0)"); err != nil {
			t.Fatal(err)
		}
	}
	k := keeper(t, p.engines[1])
	for _, tt := range []struct {
		before time.Time
		want   [2]int
	}{
		{time.Now().Add(-time.Hour), [2]int{0, 1}},
		{time.Now().Add(time.Hour), [2]int{0, 0}},
	} {
		if err := k.ForgetPublications(t.Context(), []engine.Label{ended, taken}, tt.before); err != nil {
			t.Fatal(err)
		}
		for i, label := range []engine.Label{ended, taken} {
			if found, err := k.Publications(t.Context(), label); err != nil || len(found) != tt.want[i] {
				t.Errorf("%s: %v, %v, want %d", label.WorkID, found, err, tt.want[i])
			}
		}
	}
}

// TestNothingIsPublishedAfterAFence lets one server publish while the other one fences. What the new owner finds after its
// fence must be all that the old one ever publishes.
func TestNothingIsPublishedAfterAFence(t *testing.T) {
	t.Parallel()
	const rounds = 12
	p := newPair(t)
	var published, fenced int
	for round := range rounds {
		old, next := engine.Label{WorkID: fmt.Sprintf("run %d", round), Epoch: 1}, engine.Label{WorkID: fmt.Sprintf("run %d", round), Epoch: 2}
		ended := make(chan error, 1)
		go func() {
			ended <- publish(t.Context(), p.engines[1], old, "node", fmt.Sprintf("INSERT INTO %s VALUES (%d, 1)", p.table, round))
		}()
		for range round { // the fence hits another moment in each round
			count(t, p.engines[0], "SELECT count(*) FROM range(1000)")
		}
		if err := p.engines[0].Fence(t.Context(), next); err != nil {
			t.Fatal(err)
		}
		known, err := keeper(t, p.engines[0]).Publications(t.Context(), next)
		if err != nil {
			t.Fatal(err)
		}
		outcome := <-ended
		rows := count(t, p.engines[0], fmt.Sprintf("SELECT count(*) FROM %s WHERE n = %d", p.table, round))
		switch {
		case outcome == nil && len(known) == 1 && rows == 1:
			published++
		case fault.Is(outcome, fault.Unavailable) && len(known) == 0 && rows == 0:
			fenced++
		default:
			t.Errorf("round %d: the old owner ended with %v, the new one found %v, and there are %d rows", round, outcome, known, rows)
		}
	}
	t.Logf("%d publications were in time, %d were fenced", published, fenced)
}
