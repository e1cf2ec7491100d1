package review_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/cli/review"
	"github.com/millrace/millrace/internal/progress"
)

var update = flag.Bool("update", false, "rewrite the golden files") //nolint:gochecknoglobals // a flag of the test program

// TestText prints every plan of testdata/*.json in three ways: NAME.txt without colors, NAME.sql.txt with the
// statements, NAME.color.txt with the styles in brackets.
func TestText(t *testing.T) {
	t.Parallel()
	plans, err := filepath.Glob("testdata/*.json")
	if err != nil || len(plans) == 0 {
		t.Fatalf("no plans in testdata: %v", err)
	}
	for _, path := range plans {
		name := strings.TrimSuffix(path, ".json")
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			plan := readPlan(t, path)
			plain := review.Text(plan, review.Options{})
			if strings.ContainsAny(plain, "\x1b\x07\r\u009b\u202e") {
				t.Errorf("the text contains terminal commands: %q", plain)
			}
			compareGolden(t, name+".txt", plain)
			compareGolden(t, name+".sql.txt", review.Text(plan, review.Options{SQL: true}))
			compareGolden(t, name+".color.txt", review.Text(plan, review.Options{Paint: inBrackets}))
		})
	}
}

// inBrackets writes a style as text for a golden file.
func inBrackets(style progress.Style, text string) string {
	names := map[progress.Style]string{
		progress.Good: "green", progress.Bad: "red", progress.Careful: "yellow", progress.Next: "cyan", progress.Faint: "faint",
	}
	return "<" + names[style] + ">" + text + "</>"
}

// TestRepeatedIssues checks that issues with the same text are shown once, with the names of all nodes.
func TestRepeatedIssues(t *testing.T) {
	t.Parallel()
	plan := readPlan(t, "testdata/first.json")
	plan.Issues.Stop = nil
	for _, node := range []string{"STAGE.A", "STAGE.B", "STAGE.C", "STAGE.D"} {
		plan.Issues.Stop = append(plan.Issues.Stop, api.PlanIssue{Code: "columns-missing", Message: "this table has no columns", Node: &node})
	}
	text := review.Text(plan, review.Options{})
	want := "STAGE.A: this table has no columns [columns-missing]\n      and 3 more like it: STAGE.B, STAGE.C, STAGE.D\n"
	if !strings.Contains(text, want) {
		t.Errorf("%s\ndoes not contain\n%s", text, want)
	}
}

func TestIsEmpty(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"empty": true, "jobs": false, "first": false, "change": false} {
		if got := review.IsEmpty(readPlan(t, "testdata/"+name+".json")); got != want {
			t.Errorf("%s: %t, want %t", name, got, want)
		}
	}
}

func TestDestructions(t *testing.T) {
	t.Parallel()
	if text := review.Destructions(readPlan(t, "testdata/first.json"), review.Options{}); text != "" {
		t.Errorf("the first deployment deletes %s, want nothing", text)
	}
	text := review.Destructions(readPlan(t, "testdata/change.json"), review.Options{})
	for _, want := range []string{"table \"main\".\"CORE\".\"OLD\" with 1,204,331 rows", "has a value in 1 row", "values of column amount"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func readPlan(t *testing.T, path string) *api.Plan {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var plan api.Plan
	if err := json.Unmarshal(raw, &plan); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return &plan
}

func compareGolden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; write it with go test -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is different (-want +got):\n%s", path, diff)
	}
}
