package progress_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/progress"
)

var update = flag.Bool("update", false, "rewrite the golden files") //nolint:gochecknoglobals // a flag of the test program

// TestLive shows every story in terminals of several widths. The golden files contain the screen after each snapshot.
func TestLive(t *testing.T) {
	t.Parallel()
	for name, story := range stories() {
		for _, columns := range []int{80, 40, 20} {
			t.Run(fmt.Sprintf("%s-%d", name, columns), func(t *testing.T) {
				t.Parallel()
				var text strings.Builder
				emulated := &terminal{columns: columns}
				display := progress.NewLive(progress.Screen{Out: emulated, Size: func() (int, int) { return columns, 12 }})
				show(display, story, func() {
					emulated.check(t)
					fmt.Fprintf(&text, "%s\n%s\n", strings.Repeat("-", columns), emulated)
				})
				compareGolden(t, filepath.Join("testdata", "live", fmt.Sprintf("%s-%d.txt", name, columns)), text.String())
			})
		}
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	for name, story := range stories() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var text strings.Builder
			show(progress.NewLines(progress.Screen{Out: &text}), story, func() {})
			if strings.ContainsAny(text.String(), "\x1b\x07\r\u009b") {
				t.Errorf("plain lines contain terminal commands: %q", text.String())
			}
			compareGolden(t, filepath.Join("testdata", "lines", name+".txt"), text.String())
		})
	}
}

// TestStyles paints every style as its number, so that the golden file shows where colors go.
func TestStyles(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	screen := progress.Screen{
		Out: &text, Size: func() (int, int) { return 60, 20 },
		Paint: func(style progress.Style, word string) string { return fmt.Sprintf("<%d>%s</>", style, word) },
	}
	show(progress.NewLines(screen), stories()["failing"], func() {})
	text.WriteString("\n")
	show(progress.NewLive(screen), stories()["good"], func() { text.WriteString("\n") })
	compareGolden(t, filepath.Join("testdata", "styles.txt"), strings.ReplaceAll(text.String(), "\x1b", "ESC"))
}

// TestNarrowerWindowLeavesNoRemains makes the window smaller while a frame is on the screen.
func TestNarrowerWindowLeavesNoRemains(t *testing.T) {
	t.Parallel()
	emulated := &terminal{columns: 80}
	display := progress.NewLive(progress.Screen{Out: emulated, Size: func() (int, int) { return emulated.columns, 12 }})
	story := stories()["failing"]
	display.Show(story[0])
	emulated.resize(30)
	display.Show(story[0])
	if got := strings.Count(emulated.String(), "STG_ORDERS"); got != 1 {
		t.Errorf("the node is on the screen %d times:\n%s", got, emulated)
	}
}

func TestLeaveKeepsTheFrame(t *testing.T) {
	t.Parallel()
	emulated := &terminal{columns: 80}
	display := progress.NewLive(progress.Screen{Out: emulated, Size: func() (int, int) { return 80, 12 }})
	display.Show(stories()["failing"][0])
	before := emulated.String()
	display.Leave()
	if emulated.String() != before || !strings.Contains(before, "STG_ORDERS") {
		t.Errorf("the frame is\n%safter\n%s", emulated, before)
	}
}

// TestInvalidTerminalSizes uses sizes that terminals report if they do not know their size.
func TestInvalidTerminalSizes(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{0, 0}, {-1, -1}, {1, 1}, {3, 100}, {1 << 20, 2}} {
		var text strings.Builder
		display := progress.NewLive(progress.Screen{Out: &text, Size: func() (int, int) { return size[0], size[1] }})
		for _, story := range stories() {
			show(display, story, func() {})
		}
		if text.Len() == 0 {
			t.Errorf("nothing is shown in a terminal of %v", size)
		}
	}
}

// show plays a story to a display.
func show(display progress.Display, story []progress.Snapshot, then func()) {
	for _, s := range story {
		if s.Status.IsOver() {
			display.End(s)
		} else {
			display.Show(s)
		}
		then()
	}
}

// check fails if a frame is wider than the terminal: the terminal may wrap only the lines above it.
func (e *terminal) check(t *testing.T) {
	t.Helper()
	for _, line := range e.lines {
		if strings.ContainsAny(line, "█░") && ansi.StringWidth(line) >= e.columns {
			t.Errorf("a line of %d columns in a terminal of %d: %q", ansi.StringWidth(line), e.columns, line)
		}
	}
}

func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; write it with go test -update", err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}
