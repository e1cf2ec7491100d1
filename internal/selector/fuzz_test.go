package selector_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/selector"
)

// The seeds are in testdata/fuzz/FuzzParse.
func FuzzParse(f *testing.F) {
	c := shop()
	f.Fuzz(func(t *testing.T, text string) {
		s, warnings, err := selector.Parse(text)
		if err != nil {
			checkSyntaxError(t, text, err)
			return
		}
		for _, w := range warnings {
			if w.Offset < 0 || w.Offset >= len(text) {
				t.Errorf("warning at %d of %d", w.Offset, len(text))
			}
		}
		checkRoundTrip(t, s, c)
	})
}

func checkSyntaxError(t *testing.T, text string, err error) {
	t.Helper()
	e, ok := errors.AsType[*selector.SyntaxError](err)
	if !ok {
		t.Fatalf("%v is no syntax error", err)
	}
	if e.Offset < 0 || e.Offset > len(text) || e.Line < 1 || e.Column < 1 || e.Column > len(text)+1 {
		t.Errorf("%+v is outside the text of %d bytes", e, len(text))
	}
}

func checkRoundTrip(t *testing.T, s selector.Selector, c *selector.NodeIndex) {
	t.Helper()
	again, _, err := selector.Parse(s.String())
	if err != nil {
		t.Fatalf("Parse(%q): %v", s, err)
	}
	if diff := cmp.Diff(selector.Tree(s), selector.Tree(again)); diff != "" {
		t.Fatalf("%q is read differently (-first +again):\n%s", s, diff)
	}
	first, err := s.Resolve(c)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(first.IDs) {
		t.Errorf("%q selects in no order: %v", s, first.IDs)
	}
}
