package storetest

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/millrace/millrace/internal/fault"
)

// ok ends the case if a step that it depends on failed.
func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

// equal compares values; nil and empty are equal.
func equal[T any](t *testing.T, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmpopts.EquateComparable(netip.Prefix{})); diff != "" {
		t.Errorf("not as it should be (-want +got):\n%s", diff)
	}
}

// refused checks that something failed with the right kind of fault, with these words in its message.
func refused(t *testing.T, err error, kind fault.Kind, words ...string) {
	t.Helper()
	if !fault.Is(err, kind) {
		t.Fatalf("got %v (%s), want a fault of kind %s", err, fault.KindOf(err), kind)
	}
	for _, word := range words {
		if !strings.Contains(fault.From(err).Message, word) {
			t.Errorf("the message %q does not mention %q", fault.From(err).Message, word)
		}
	}
}
