package difference_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/difference"
)

// TestPlanShowsWhatIsNotExactlyOnce: on an engine without full transactions the plan warns of statements that may be repeated.
func TestPlanShowsWhatIsNotExactlyOnce(t *testing.T) {
	t.Parallel()
	for platform, want := range map[string][]string{
		"duckdb": nil,
		"trino":  {"statements of OUT.T take effect at least once, not exactly once: Pre-SQL"},
	} {
		f := project()
		f["data.yml"] = "fileVersion: 3\nplatformKind: " + platform + "\n"
		f.node("T", "Stage", "A INTEGER")
		f["nodes/OUT-T.yml"] = strings.Replace(f["nodes/OUT-T.yml"], "config: {}", "config:\n    preSQL: INSERT INTO audit.log SELECT 1", 1)
		r := difference.Compare(difference.Input{Desired: f.compile(compiler.Options{Platform: platform, DefaultDatabase: "main"})})
		var got []string
		for _, issue := range r.Issues.Warnings {
			if issue.Code == difference.CodeAtLeastOnce {
				got = append(got, issue.Message)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", platform, diff)
		}
	}
}

// TestPlanShowsStepsThatAreNotAtomic: several statements of a step take effect one by one.
func TestPlanShowsStepsThatAreNotAtomic(t *testing.T) {
	t.Parallel()
	before, after := project(), project()
	for _, f := range []files{before, after} {
		f["data.yml"] = "fileVersion: 3\nplatformKind: trino\n"
	}
	before.node("T", "Stage", "A INTEGER", "B INTEGER")
	after.node("T", "Stage", "A INTEGER", "C INTEGER", "D INTEGER")
	_, r := deployed(t, before, after)
	var got []string
	for _, issue := range r.Issues.Warnings {
		if issue.Code == difference.CodeNotAtomic {
			got = append(got, issue.Message)
		}
	}
	want := []string{`the 3 statements that change "main"."OUT"."T" take effect one by one, because the engine has no transactions over several statements`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
