package ids_test

import (
	"testing"

	"github.com/millrace/millrace/internal/ids"
)

func TestParseNumberAcceptsOneSpelling(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]ids.Environment{
		"1": 1, "12": 12, "9223372036854775807": 9223372036854775807,
		"": 0, "0": 0, "-1": 0, "+1": 0, "01": 0, " 1": 0, "1 ": 0, "1.0": 0, "1e3": 0, "9223372036854775808": 0, "abc": 0, "１": 0,
	} {
		got, ok := ids.ParseNumber[ids.Environment](text)
		if got != want || ok != (want != 0) {
			t.Errorf("ParseNumber(%q) = %d, %t; want %d", text, got, ok, want)
		}
	}
}

func TestNewIsUniqueAndTyped(t *testing.T) {
	t.Parallel()
	seen := map[ids.User]bool{}
	for range 1000 {
		id := ids.New[ids.User]()
		if len(id) != 36 || seen[id] {
			t.Fatalf("id %q is malformed or came twice", id)
		}
		seen[id] = true
	}
}
