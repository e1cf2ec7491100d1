package telemetry_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/millrace/millrace/internal/telemetry"
)

func TestContextContainsRequestID(t *testing.T) {
	t.Parallel()
	if got := telemetry.RequestID(t.Context()); got != "" {
		t.Errorf("id of an empty context = %q", got)
	}
	if got := telemetry.RequestID(telemetry.WithRequestID(t.Context(), "abc")); got != "abc" {
		t.Errorf("id = %q, want abc", got)
	}
}

func TestNewRequestIDsAreShortAndDistinct(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^[0-9a-z]{19}$`)
	seen := map[string]bool{}
	for range 10_000 {
		id := telemetry.NewRequestID()
		if !form.MatchString(id) || seen[id] {
			t.Fatalf("id %q has a wrong form or is a duplicate", id)
		}
		if _, ok := telemetry.AcceptRequestID(id); !ok {
			t.Fatalf("the generated id %q is not accepted", id)
		}
		seen[id] = true
	}
}

func TestRequestIDsSortByTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		last := telemetry.NewRequestID()
		for range 100 {
			time.Sleep(time.Millisecond) // the clock of the synctest bubble: it takes no real time
			next := telemetry.NewRequestID()
			if next <= last {
				t.Fatalf("id %q was generated after %q and sorts before it", next, last)
			}
			last = next
		}
	})
}

func TestAcceptRequestID(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		id string
		ok bool
	}{
		{"a", true},
		{"Az09._-", true},
		{strings.Repeat("x", 64), true},
		{"", false},
		{strings.Repeat("x", 65), false},
		{"two words", false},
		{"line\nbreak", false},
		{"nul\x00", false},
		{"<script>", false},
		{"schön", false},
		{"\xff", false},
		{"a/b", false},
		{"a:b", false},
	} {
		got, ok := telemetry.AcceptRequestID(tt.id)
		if ok != tt.ok || (ok && got != tt.id) || (!ok && got != "") {
			t.Errorf("AcceptRequestID(%q) = %q, %v, want %v", tt.id, got, ok, tt.ok)
		}
	}
}
