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

// sweeper makes a sweeper of a house, and what it logs.
func (h *house) sweeper(keepPlans time.Duration) (*retention.Cleaner, *bytes.Buffer) {
	log := new(bytes.Buffer)
	return retention.New(retention.Options{
		Plans: h.db.Plans(), Snapshots: h.db.Snapshots(), KeepPlans: keepPlans, Logger: slog.New(slog.NewTextHandler(log, nil)),
	}), log
}

func TestRoundKeepsPlansForTheirTime(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		keep, after time.Duration
		says        string
	}{
		"in its time":                   {30 * day, 29 * day, ""},
		"past its time":                 {30 * day, 31 * day, `plans=1 planStates=0 snapshots=1`},
		"with a snapshot that is young": {time.Hour, 2 * time.Hour, `plans=1 planStates=0 snapshots=0`},
		"for ever":                      {0, 10_000 * day, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			s, log := h.sweeper(tt.keep)
			for range 2 { // the second round finds nothing more
				if s.Clean(t.Context(), time.Now().Add(tt.after)) {
					t.Error("there is more to sweep")
				}
			}
			if got := strings.Count(log.String(), "\n"); got != min(len(tt.says), 1) || !strings.Contains(log.String(), tt.says) {
				t.Errorf("the log is %q, want one line with %q", log, tt.says)
			}
			if isGone := h.isPlanGone(t); isGone != (tt.says != "") {
				t.Errorf("the plan is gone: %t", isGone)
			}
		})
	}
}

func TestRoundIsBounded(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.addSnapshots(t, 700)
	s, log := h.sweeper(0)
	for i, wantMore := range []bool{true, false} {
		if more := s.Clean(t.Context(), time.Now()); more != wantMore {
			t.Errorf("round %d says that there is more: %t", i+1, more)
		}
	}
	if !strings.Contains(log.String(), "snapshots=500") || !strings.Contains(log.String(), "snapshots=200") {
		t.Errorf("the log is %q", log)
	}
}

func TestRoundSaysWhatFailed(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	s, log := h.sweeper(day)
	if err := h.db.Close(); err != nil {
		t.Fatal(err)
	}
	if s.Clean(t.Context(), time.Now()) {
		t.Error("it wants to go on at once")
	}
	if !strings.Contains(log.String(), "level=WARN") || strings.Contains(log.String(), "level=INFO") {
		t.Errorf("the log is %q", log)
	}
}

// stopping is a handler that ends a context with the first line.
type stopping struct {
	slog.Handler

	stop context.CancelFunc
}

func (s stopping) Handle(ctx context.Context, record slog.Record) error {
	defer s.stop()
	return s.Handler.Handle(ctx, record)
}

func TestRunSweepsAtOnceAndEnds(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.addSnapshots(t, 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, log := h.sweeper(0)
	s.Logger = slog.New(stopping{s.Logger.Handler(), cancel})
	s.Run(ctx)
	if !strings.Contains(log.String(), "snapshots=1") {
		t.Errorf("the log is %q", log)
	}
	_, err := h.db.Snapshots().Get(t.Context(), h.by.Organization, "old 1")
	if !fault.Is(err, fault.NotFound) {
		t.Errorf("an old snapshot: %v", err)
	}
}
