package progress_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/progress"
)

// TestReport compares the JSON with a golden file, because programs depend on its form.
func TestReport(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"failing", "halted-by-a-test", "waiting", "never-began"} {
		story := stories()[name]
		raw, err := json.MarshalIndent(story[len(story)-1].Report(), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		compareGolden(t, filepath.Join("testdata", "report", name+".json"), string(raw)+"\n")
	}
}

func TestList(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for _, name := range []string{"good", "failing", "wide", "long-statement"} {
		story := stories()[name]
		for _, s := range []progress.Snapshot{story[0], story[len(story)-1]} {
			progress.List(progress.Screen{Out: &text}, s)
			text.WriteString("\n")
			progress.Summarize(progress.Screen{Out: &text}, s)
			text.WriteString("\n")
		}
	}
	compareGolden(t, filepath.Join("testdata", "list.txt"), text.String())
}

func TestDuration(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "0 ms", 999 * time.Microsecond: "0 ms", 999 * time.Millisecond: "999 ms", time.Second: "1.0 s",
		59*time.Second + 999*time.Millisecond: "59.9 s", time.Minute: "1 min 0 s", 59*time.Minute + 59*time.Second: "59 min 59 s",
		25*time.Hour + 61*time.Second: "25 h 1 min",
	} {
		if got := progress.Duration(d); got != want {
			t.Errorf("Duration(%d) = %q, want %q", d, got, want)
		}
	}
}

func TestRowsOfTemporaryTablesDoNotCount(t *testing.T) {
	t.Parallel()
	for statement, want := range map[string]bool{
		`INSERT INTO temp."MILLRACE_LOAD" (a)` + "\nSELECT 1": true,
		`insert into pg_temp."MILLRACE_LOAD" SELECT 1`:        true,
		`INSERT INTO "temp"."T" SELECT 1`:                     false,
		`INSERT INTO core.t SELECT * FROM temp.t`:             false,
		`DELETE FROM temp.t`:                                  false,
		"":                                                    false,
	} {
		if got := progress.IsWork(statement); got != want {
			t.Errorf("IsWork(%q) = %t", statement, got)
		}
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b[31mb\x9b2Jc\r\n\td\u202e")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range progress.Clean(text) {
			if c < ' ' || c >= 0x7f && c < 0xa0 || c >= '\u202a' && c <= '\u202e' {
				t.Fatalf("%q keeps %U", text, c)
			}
		}
	})
}
