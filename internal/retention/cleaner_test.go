package retention_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/retention"
)

const day = 24 * time.Hour

// cleaner returns a cleaner and its log.
func (f *fixture) cleaner(keepPlans time.Duration) (*retention.Cleaner, *bytes.Buffer) {
	log := new(bytes.Buffer)
	return retention.New(retention.Options{
		Plans: f.db.Plans(), Snapshots: f.db.Snapshots(), KeepPlans: keepPlans, Logger: slog.New(slog.NewTextHandler(log, nil)),
	}), log
}

func TestPlanIsKeptUntilItExpires(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		keep, after time.Duration
		logs        string
	}{
		"not expired":         {30 * day, 29 * day, ""},
		"expired":             {30 * day, 31 * day, `plans=1 planStates=0 snapshots=1`},
		"with a new snapshot": {time.Hour, 2 * time.Hour, `plans=1 planStates=0 snapshots=0`},
		"kept forever":        {0, 10_000 * day, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			s, log := f.cleaner(tt.keep)
			for range 2 { // the second pass deletes nothing
				if s.Clean(t.Context(), time.Now().Add(tt.after)) {
					t.Error("there is more to delete")
				}
			}
			if got := strings.Count(log.String(), "\n"); got != min(len(tt.logs), 1) || !strings.Contains(log.String(), tt.logs) {
				t.Errorf("the log is %q, want one line with %q", log, tt.logs)
			}
			if isGone := f.isPlanGone(t); isGone != (tt.logs != "") {
				t.Errorf("the plan is gone: %t", isGone)
			}
		})
	}
}

func TestPassIsLimited(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.addSnapshots(t, 700)
	s, log := f.cleaner(0)
	for i, wantMore := range []bool{true, false} {
		if more := s.Clean(t.Context(), time.Now()); more != wantMore {
			t.Errorf("pass %d reports more: %t", i+1, more)
		}
	}
	if !strings.Contains(log.String(), "snapshots=500") || !strings.Contains(log.String(), "snapshots=200") {
		t.Errorf("the log is %q", log)
	}
}

func TestErrorIsLogged(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	s, log := f.cleaner(day)
	if err := f.db.Close(); err != nil {
		t.Fatal(err)
	}
	if s.Clean(t.Context(), time.Now()) {
		t.Error("it reports more after an error")
	}
	if !strings.Contains(log.String(), "level=WARN") || strings.Contains(log.String(), "level=INFO") {
		t.Errorf("the log is %q", log)
	}
}

// stopping is a handler that cancels a context at the first line.
type stopping struct {
	slog.Handler

	stop context.CancelFunc
}

func (s stopping) Handle(ctx context.Context, record slog.Record) error {
	defer s.stop()
	return s.Handler.Handle(ctx, record)
}

func TestRunCleansAtOnceAndStops(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.addSnapshots(t, 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, log := f.cleaner(0)
	s.Logger = slog.New(stopping{s.Logger.Handler(), cancel})
	s.Run(ctx)
	if !strings.Contains(log.String(), "snapshots=1") {
		t.Errorf("the log is %q", log)
	}
	_, err := f.db.Snapshots().Get(t.Context(), f.by.Organization, "old 1")
	if !fault.Is(err, fault.NotFound) {
		t.Errorf("an old snapshot: %v", err)
	}
}
