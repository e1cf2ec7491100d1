package store_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/store"
)

type execute = func(query string, args ...any) error

// groupedWrites is a database whose writer is busy, so that further transactions wait and form a group.
type groupedWrites struct {
	*store.DB

	t       *testing.T
	busy    chan struct{} // closed to end the transaction that keeps the writer busy
	running sync.WaitGroup
}

func newGroupedWrites(t *testing.T) *groupedWrites {
	t.Helper()
	g := &groupedWrites{DB: openSQLite(t), t: t, busy: make(chan struct{})}
	g.SetGroupAge(time.Hour)
	g.must(func(exec execute) error { return exec(`CREATE TABLE written (id bigint PRIMARY KEY)`) })
	begun := make(chan struct{})
	begin := sync.OnceFunc(func() { close(begun) }) // the transaction may run again
	g.running.Go(func() {
		err := g.Transact(context.Background(), func(exec execute) error {
			begin()
			<-g.busy
			return exec(`INSERT INTO written VALUES (0)`)
		})
		if err != nil {
			t.Error(err)
		}
	})
	<-begun
	return g
}

func (g *groupedWrites) must(do func(execute) error) {
	g.t.Helper()
	if err := g.Transact(g.t.Context(), do); err != nil {
		g.t.Fatal(err)
	}
}

// queue starts a transaction and returns when it waits for its turn.
func (g *groupedWrites) queue(check func(error), do func(execute) error) {
	g.t.Helper()
	before := g.WaitingWrites()
	g.running.Go(func() { check(g.Transact(context.Background(), do)) })
	for g.WaitingWrites() == before {
		runtime.Gosched()
	}
}

// finish ends the transaction that keeps the writer busy and waits for the others.
func (g *groupedWrites) finish() {
	close(g.busy)
	g.running.Wait()
}

func (g *groupedWrites) succeeds(err error) {
	if err != nil {
		g.t.Error(err)
	}
}

// written returns the ids that were committed.
func (g *groupedWrites) written() []int {
	g.t.Helper()
	var found []int
	for id := range 100 {
		err := g.Transact(g.t.Context(), func(exec execute) error { return exec(`INSERT INTO written VALUES ($1)`, id) })
		if err != nil {
			found = append(found, id)
		}
	}
	return found
}

func insert(id int) func(execute) error {
	return func(exec execute) error { return exec(`INSERT INTO written VALUES ($1)`, id) }
}

func upTo(n int) []int {
	var all []int
	for id := range n {
		all = append(all, id)
	}
	return all
}

// Transactions that wait for the writer are committed together: one write to the disk for all of them.
func TestConcurrentWritesShareACommit(t *testing.T) {
	t.Parallel()
	g := newGroupedWrites(t)
	revision, _ := g.Revision()
	commits := g.Commits()
	for id := 1; id <= 20; id++ {
		g.queue(g.succeeds, insert(id))
	}
	g.finish()
	if got := g.Commits() - commits; got != 1 {
		t.Errorf("%d commits, want 1", got)
	}
	if after, _ := g.Revision(); after == revision {
		t.Error("the revision has not moved")
	}
	if got := g.written(); !slices.Equal(got, upTo(21)) {
		t.Errorf("written: %v", got)
	}
}

// A transaction that fails or panics rolls back its own statements only.
func TestFailedWriteLeavesItsGroup(t *testing.T) {
	t.Parallel()
	g := newGroupedWrites(t)
	failure := errors.New("refused")
	g.queue(g.succeeds, insert(1))
	g.queue(func(err error) {
		if !errors.Is(err, failure) {
			t.Errorf("got %v", err)
		}
	}, func(exec execute) error { return errors.Join(insert(50)(exec), failure) })
	g.queue(g.succeeds, insert(2))
	before := g.WaitingWrites()
	g.running.Go(func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was lost")
			}
		}()
		_ = g.Transact(context.Background(), func(exec execute) error {
			_ = insert(51)(exec)
			panic("broken")
		})
	})
	for g.WaitingWrites() == before {
		runtime.Gosched()
	}
	g.finish()
	if got := g.written(); !slices.Equal(got, upTo(3)) {
		t.Errorf("written: %v", got)
	}
}

// The database rolls back everything after some errors, such as that of a full disk. The other members of the group did
// not cause it, so they run again.
func TestGroupRunsAgainWhenTheDatabaseRollsItBack(t *testing.T) {
	t.Parallel()
	g := newGroupedWrites(t)
	g.queue(g.succeeds, insert(1))
	g.queue(func(err error) {
		if err == nil {
			t.Error("the failed transaction reports no error")
		}
	}, func(exec execute) error {
		return errors.Join(insert(50)(exec), exec(`ROLLBACK`), errors.New("the disk is full"))
	})
	g.queue(g.succeeds, insert(2))
	g.finish()
	if got := g.written(); !slices.Equal(got, upTo(3)) {
		t.Errorf("written: %v", got)
	}
}

// A request that ends must not roll back the transactions of others.
func TestCanceledWriteLeavesItsGroup(t *testing.T) {
	t.Parallel()
	g := newGroupedWrites(t)
	g.queue(g.succeeds, insert(1))
	ctx, cancel := context.WithCancel(t.Context())
	before := g.WaitingWrites()
	g.running.Go(func() {
		err := g.Transact(ctx, func(exec execute) error {
			cancel()
			return exec(`INSERT INTO written VALUES (50)`)
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
	for g.WaitingWrites() == before {
		runtime.Gosched()
	}
	g.queue(g.succeeds, insert(2))
	g.finish()
	if got := g.written(); !slices.Equal(got, upTo(3)) {
		t.Errorf("written: %v", got)
	}
}

// BenchmarkConcurrentWrites measures small durable transactions of one and of many clients.
func BenchmarkConcurrentWrites(b *testing.B) {
	for _, clients := range []int{1, 16} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			db, err := store.Open(b.Context(), store.Options{Folder: b.TempDir()})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			err = db.Transact(b.Context(), func(exec execute) error {
				return exec(`CREATE TABLE written (id integer PRIMARY KEY)`)
			})
			if err != nil {
				b.Fatal(err)
			}
			b.SetParallelism(clients)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := db.Transact(context.Background(), func(exec execute) error { return exec(`INSERT INTO written DEFAULT VALUES`) }); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64(db.Commits())/float64(b.N), "commits/op")
		})
	}
}
