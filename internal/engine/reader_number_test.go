package engine_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
)

// setting returns a connection with one setting.
func setting(value any) engine.Connection {
	return engine.Connection{Kind: "plain", Settings: map[string]any{"key": value}}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	bounds := engine.Bounds{Least: 2, Most: 9, Absent: 5}
	for value, want := range map[any]int{nil: 5, 2: 2, 9.0: 9, json.Number("3"): 3, int64(4): 4} {
		r := engine.NewReader(setting(value))
		if got := r.Number("key", bounds); got != want || r.Err() != nil {
			t.Errorf("%v: %d, %v, want %d", value, got, r.Err(), want)
		}
	}
	for _, value := range []any{1, 10, -3, 2.5, "3", true, 1e300, json.Number("2.5")} {
		r := engine.NewReader(setting(value))
		if got := r.Number("key", bounds); got != 5 || r.Err() == nil || !strings.Contains(r.Err().Error(), "setting key is not a number from 2 to 9") {
			t.Errorf("%v: %d, %v, want it refused", value, got, r.Err())
		}
	}
}

func TestDurations(t *testing.T) {
	t.Parallel()
	for value, want := range map[any]time.Duration{
		nil: 0, 0: 0, "0": 0, 90: 90 * time.Second, "90s": 90 * time.Second, "1h30m": 90 * time.Minute, "5ms": 5 * time.Millisecond, 7200.0: 2 * time.Hour,
	} {
		r := engine.NewReader(setting(value))
		if got := r.Duration("key", 2*time.Hour); got != want || r.Err() != nil {
			t.Errorf("%v: %s, %v, want %s", value, got, r.Err(), want)
		}
	}
	for _, value := range []any{-1, "-1s", 7201, "2h1s", "soon", "", "5", 1.5, 1e18, true, "1us"} {
		r := engine.NewReader(setting(value))
		if got := r.Duration("key", 2*time.Hour); got != 0 || r.Err() == nil || !strings.Contains(r.Err().Error(), "setting key is not a duration up to 2h0m0s") {
			t.Errorf("%v: %s, %v, want it refused", value, got, r.Err())
		}
	}
}
