package fault_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/millrace/millrace/internal/fault"
)

func TestKindSurvivesWrapping(t *testing.T) {
	t.Parallel()
	inner := fault.New(fault.NotFound, "environment %d was not found", 7).WithHint("List them first.")
	err := fmt.Errorf("load: %w", inner)
	if !fault.Is(err, fault.NotFound) {
		t.Fatalf("kind = %q, want notFound", fault.KindOf(err))
	}
	if got := fault.From(err).Hint; got != "List them first." {
		t.Fatalf("hint = %q", got)
	}
}

func TestForeignErrorsGetAKind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err  error
		want fault.Kind
	}{
		{nil, ""},
		{errors.New("disk on fire"), fault.Internal},
		{fmt.Errorf("query: %w", context.Canceled), fault.Canceled},
		{fmt.Errorf("query: %w", context.DeadlineExceeded), fault.Canceled},
	} {
		if got := fault.KindOf(tt.err); got != tt.want {
			t.Errorf("KindOf(%v) = %q, want %q", tt.err, got, tt.want)
		}
	}
}

func TestCauseIsInTheErrorButNotInTheMessage(t *testing.T) {
	t.Parallel()
	err := fault.Wrap(errors.New("dial tcp: refused"), fault.Unavailable, "the database cannot be reached")
	if err.Message != "the database cannot be reached" || err.Error() != "the database cannot be reached: dial tcp: refused" {
		t.Fatalf("message %q, error %q", err.Message, err.Error())
	}
}
