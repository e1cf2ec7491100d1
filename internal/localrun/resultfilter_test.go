package localrun_test

import (
	"testing"

	"github.com/millrace/millrace/internal/localrun"
	"github.com/millrace/millrace/internal/run"
)

// The code decides, not the words: an engine error that reads like a difference is passed on unchanged.
func TestComparisonProblemReadsTheCode(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ message, want string }{
		"differences": {
			"Invalid Input Error: " + localrun.ColumnsDiffer + "column n is missing", "the table does not match its node: column n is missing",
		},
		"failed comparison": {"Binder Error: column n is missing", "Binder Error: column n is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := localrun.ComparisonProblem(&run.Problem{Message: tt.message}); got.Message != tt.want {
				t.Errorf("the problem is %q, want %q", got.Message, tt.want)
			}
		})
	}
	if localrun.ComparisonProblem(nil) != nil {
		t.Error("no problem became one")
	}
}
