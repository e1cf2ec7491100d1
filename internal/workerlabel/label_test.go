package workerlabel_test

import (
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/workerlabel"
)

func TestLabels(t *testing.T) {
	t.Parallel()
	for label, want := range map[string]bool{
		"eu": true, "gpu-2": true, "9.x_y": true, strings.Repeat("a", 63): true,
		"": false, "EU": false, "a b": false, "a,b": false, "-a": false, ".": false, "ü": false, strings.Repeat("a", 64): false,
	} {
		if got := workerlabel.IsValid(label); got != want {
			t.Errorf("%q: %v", label, got)
		}
	}
}
