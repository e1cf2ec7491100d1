package backoff_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/backoff"
)

func TestSleepWaits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		for _, wait := range []time.Duration{time.Hour, 0, -time.Second} {
			start := time.Now()
			if err := backoff.Sleep(t.Context(), wait); err != nil {
				t.Error(err)
			}
			if waited := time.Since(start); waited != max(wait, 0) {
				t.Errorf("Sleep(%s) waited %s", wait, waited)
			}
		}
	})
}

func TestSleepEndsWithItsContext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for range 2 { // once while it waits, once before it starts
			if err := backoff.Sleep(ctx, time.Hour); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the error is %v", err)
			}
		}
		if err := backoff.Sleep(ctx, 0); err == nil {
			t.Error("an ended context is no error")
		}
	})
}
