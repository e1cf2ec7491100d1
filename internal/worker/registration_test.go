package worker_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/worker"
)

// registry remembers what a registration wrote.
type registry struct {
	mu    sync.Mutex
	log   []string
	fails int
}

func (r *registry) add(entry string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.log = append(r.log, entry)
}

func (r *registry) Register(_ context.Context, w worker.Worker, length time.Duration) error {
	if r.fails > 0 {
		r.fails--
		r.add("failed")
		return fault.New(fault.Unavailable, "the database is away")
	}
	r.add(string(w.State) + " for " + length.String())
	return nil
}

func (r *registry) Unregister(_ context.Context, id string) error {
	r.add("unregister " + id)
	return nil
}

func (r *registry) UnregisterAll(context.Context) error {
	r.add("unregister all")
	return nil
}

// take returns what was written since the last call.
func (r *registry) take() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	log := r.log
	r.log = nil
	return log
}

func TestRegistrationIsRenewedAndDeleted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		written := &registry{fails: 1}
		r := worker.NewRegistration(worker.RegistrationOptions{
			Registry: written, Worker: worker.Worker{ID: "w"}, Logger: slog.New(slog.DiscardHandler),
		})
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { r.Run(ctx) })
		synctest.Wait()
		want(t, written, "failed")
		time.Sleep(time.Second)
		synctest.Wait()
		want(t, written, "ready for 15s")
		time.Sleep(5 * time.Second)
		synctest.Wait()
		want(t, written, "ready for 15s")
		r.Drain()
		synctest.Wait()
		want(t, written, "draining for 15s")
		stop()
		running.Wait()
		want(t, written, "unregister w")
	})
}

func TestOnlyProcessWritesSeldom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		written := &registry{}
		r := worker.NewRegistration(worker.RegistrationOptions{
			Registry: written, Worker: worker.Worker{ID: "w"}, Logger: slog.New(slog.DiscardHandler), IsAlone: true,
		})
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { r.Run(ctx) })
		time.Sleep(9 * time.Minute)
		synctest.Wait()
		want(t, written, "unregister all", "ready for 1h0m0s")
		stop()
		running.Wait()
	})
}

func want(t *testing.T, written *registry, entries ...string) {
	t.Helper()
	got := written.take()
	if len(got) != len(entries) {
		t.Fatalf("written: %q, want %q", got, entries)
	}
	for i := range got {
		if got[i] != entries[i] {
			t.Fatalf("written: %q, want %q", got, entries)
		}
	}
}
