package engine_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
)

// fakeEngine is an engine that can only be closed.
type fakeEngine struct {
	engine.Engine

	closes atomic.Int32
	err    error
}

func (m *fakeEngine) Close() error {
	m.closes.Add(1)
	return m.err
}

// fakeDriver is a driver of fakeEngine; a hook delays or fails Open.
type fakeDriver struct {
	plain

	hook func(ctx context.Context) error
	mu   sync.Mutex
	made []*fakeEngine
}

func (m *fakeDriver) Open(ctx context.Context, _ engine.Connection) (engine.Engine, error) {
	if m.hook != nil {
		if err := m.hook(ctx); err != nil {
			return nil, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.made = append(m.made, &fakeEngine{})
	return m.made[len(m.made)-1], nil
}

func newPool(m *fakeDriver) *engine.Pool {
	return engine.NewPool(engine.NewDrivers(map[string]engine.Driver{"made": m, "other": m}))
}

func mustOpen(t *testing.T, pool *engine.Pool, c engine.Connection) (engine.Engine, func()) {
	t.Helper()
	opened, release, err := pool.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return opened, release
}

func wantCloses(t *testing.T, m *fakeDriver, want ...int32) {
	t.Helper()
	if len(m.made) != len(want) {
		t.Fatalf("%d engines were made, want %d", len(m.made), len(want))
	}
	for i, one := range m.made {
		if got := one.closes.Load(); got != want[i] {
			t.Errorf("engine %d was closed %d times, want %d", i, got, want[i])
		}
	}
}

func TestEqualConnectionsShareOneEngine(t *testing.T) {
	t.Parallel()
	m := &fakeDriver{}
	pool := newPool(m)
	connection := func() engine.Connection {
		return engine.Connection{
			Kind: "made", Folder: "f", Settings: map[string]any{"a": 1.0, "b": "x"}, Secret: map[string]string{"p": "s", "q": "t"},
		}
	}
	first, release := mustOpen(t, pool, connection())
	release()
	second, _ := mustOpen(t, pool, connection())
	if first != second {
		t.Error("the second got another engine")
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
	wantCloses(t, m, 1)
}

func TestDifferentConnectionsHaveOwnEngines(t *testing.T) {
	t.Parallel()
	m := &fakeDriver{}
	pool := newPool(m)
	connections := []engine.Connection{
		{Kind: "made"},
		{Kind: "other"},
		{Kind: "made", Folder: "x"},
		{Kind: "made", Settings: map[string]any{"a": "1"}},
		{Kind: "made", Settings: map[string]any{"a": 1}},
		{Kind: "made", Secret: map[string]string{"a": "1"}},
		{Kind: "made", Secret: map[string]string{"a": "2"}},
		{Kind: "made", Secret: map[string]string{"b": "2"}},
	}
	seen := map[engine.Engine]bool{}
	for _, c := range connections {
		opened, _ := mustOpen(t, pool, c)
		seen[opened] = true
	}
	if len(seen) != len(connections) {
		t.Errorf("%d connections share %d engines", len(connections), len(seen))
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
	wantCloses(t, m, 1, 1, 1, 1, 1, 1, 1, 1)
}

func TestEngineInUseStaysOpen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fakeDriver{}
		pool := newPool(m)
		_, one := mustOpen(t, pool, engine.Connection{Kind: "made"})
		_, two := mustOpen(t, pool, engine.Connection{Kind: "made"})
		one()
		one() // giving back twice counts once
		time.Sleep(time.Hour)
		wantCloses(t, m, 0)
		two()
		time.Sleep(5*time.Minute - time.Nanosecond)
		synctest.Wait()
		wantCloses(t, m, 0)
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		wantCloses(t, m, 1)
		mustOpen(t, pool, engine.Connection{Kind: "made"})
		wantCloses(t, m, 1, 0)
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
		wantCloses(t, m, 1, 1)
	})
}

func TestUseRestartsTheIdleTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fakeDriver{}
		pool := newPool(m)
		pool.Idle = time.Second
		for range 10 {
			_, release := mustOpen(t, pool, engine.Connection{Kind: "made"})
			release()
			time.Sleep(time.Second - time.Nanosecond)
		}
		wantCloses(t, m, 0)
		time.Sleep(time.Nanosecond)
		synctest.Wait()
		wantCloses(t, m, 1)
	})
}

func TestConcurrentOpensOpenOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fakeDriver{hook: func(context.Context) error {
			time.Sleep(time.Second)
			return nil
		}}
		pool := newPool(m)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				_, release, err := pool.Open(t.Context(), engine.Connection{Kind: "made"})
				if err != nil {
					t.Error(err)
					return
				}
				release()
			})
		}
		all.Wait()
		wantCloses(t, m, 0)
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
		wantCloses(t, m, 1)
	})
}

func TestFailedOpenIsNotCached(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	fails := 2
	m := &fakeDriver{hook: func(context.Context) error {
		if fails--; fails >= 0 {
			return broken
		}
		return nil
	}}
	pool := newPool(m)
	for range 2 {
		if _, _, err := pool.Open(t.Context(), engine.Connection{Kind: "made"}); !errors.Is(err, broken) {
			t.Errorf("err = %v", err)
		}
	}
	mustOpen(t, pool, engine.Connection{Kind: "made"})
	if _, _, err := pool.Open(t.Context(), engine.Connection{Kind: "trino"}); !fault.Is(err, fault.Unsupported) {
		t.Errorf("err = %v, want unsupported", err)
	}
	if err := pool.Close(); err != nil {
		t.Error(err)
	}
}

func TestCanceledOpenDoesNotFailOtherCallers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fakeDriver{hook: func(ctx context.Context) error {
			select {
			case <-ctx.Done():
				return fault.Wrap(ctx.Err(), fault.Canceled, "given up")
			case <-time.After(time.Minute):
				return nil
			}
		}}
		pool := newPool(m)
		var all sync.WaitGroup
		outcomes := make([]error, 3)
		for i := range outcomes {
			all.Go(func() {
				time.Sleep(time.Duration(i)) // the first one opens
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*2*time.Minute+time.Second)
				defer cancel()
				_, _, outcomes[i] = pool.Open(ctx, engine.Connection{Kind: "made"})
			})
		}
		all.Wait()
		if !fault.Is(outcomes[0], fault.Canceled) || outcomes[1] != nil || outcomes[2] != nil {
			t.Errorf("outcomes: %v", outcomes)
		}
		if err := pool.Close(); err != nil {
			t.Error(err)
		}
		wantCloses(t, m, 1)
	})
}

func TestWaitingOpenCanBeCanceled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := &fakeDriver{hook: func(context.Context) error {
			time.Sleep(time.Hour)
			return nil
		}}
		pool := newPool(m)
		var opening sync.WaitGroup
		opening.Go(func() { _, _, _ = pool.Open(t.Context(), engine.Connection{Kind: "made"}) })
		time.Sleep(time.Second)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, _, err := pool.Open(ctx, engine.Connection{Kind: "made"}); !fault.Is(err, fault.Canceled) {
			t.Errorf("err = %v, want canceled", err)
		}
		if err := pool.Close(); err != nil { // waits for the one on its way
			t.Error(err)
		}
		opening.Wait()
		wantCloses(t, m, 1)
	})
}

func TestClosedPoolRejectsOpen(t *testing.T) {
	t.Parallel()
	m := &fakeDriver{}
	pool := newPool(m)
	_, release := mustOpen(t, pool, engine.Connection{Kind: "made"})
	m.made[0].err = errors.New("stuck")
	for range 2 {
		if err := pool.Close(); err == nil || !strings.Contains(err.Error(), "stuck") {
			t.Errorf("close = %v, want what the engine said", err)
		}
	}
	release()
	wantCloses(t, m, 1)
	if _, _, err := pool.Open(t.Context(), engine.Connection{Kind: "made"}); !fault.Is(err, fault.Unavailable) {
		t.Errorf("err = %v, want unavailable", err)
	}
}

func TestSettingsOutsideOfJSONAreInvalid(t *testing.T) {
	t.Parallel()
	c := engine.Connection{Kind: "made", Settings: map[string]any{"a": math.NaN()}, Secret: map[string]string{"p": "s3cret"}}
	_, _, err := newPool(&fakeDriver{}).Open(t.Context(), c)
	if !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("err = %v", err)
	}
}
