package progress_test

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// terminal emulates the parts of a terminal that a display uses: it wraps long lines, moves up and clears to the end of
// the screen. The cursor is always at the start of the line below all others.
type terminal struct {
	columns int
	lines   []string
}

var command = regexp.MustCompile(`^\r\x1b\[(\d+)A\x1b\[J`)

func (e *terminal) Write(p []byte) (int, error) {
	text := string(p)
	if match := command.FindStringSubmatch(text); match != nil {
		up, _ := strconv.Atoi(match[1])
		e.lines = e.lines[:max(len(e.lines)-up, 0)]
		text = text[len(match[0]):]
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		e.wrap(line)
	}
	return len(p), nil
}

// wrap puts a line on the screen, on several lines if it is wider.
func (e *terminal) wrap(line string) {
	for ansi.StringWidth(line) > e.columns {
		head := ansi.Truncate(line, e.columns, "")
		e.lines = append(e.lines, head)
		line = line[len(head):]
	}
	e.lines = append(e.lines, line)
}

// resize changes the width of the window and wraps the screen again, as terminals do.
func (e *terminal) resize(columns int) {
	lines := e.lines
	e.columns, e.lines = columns, nil
	for _, line := range lines {
		e.wrap(line)
	}
}

func (e *terminal) String() string { return strings.Join(e.lines, "\n") + "\n" }
