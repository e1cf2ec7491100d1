package progress_test

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// terminal is as much of a terminal as a display uses: it wraps long lines, goes up, and clears to the end of the screen.
// The cursor is always at the beginning of the line below all others.
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

// wrap puts a line on the screen, on several lines when it is wider.
func (e *terminal) wrap(line string) {
	for ansi.StringWidth(line) > e.columns {
		head := ansi.Truncate(line, e.columns, "")
		e.lines = append(e.lines, head)
		line = line[len(head):]
	}
	e.lines = append(e.lines, line)
}

// resize changes the width of the window. What is on the screen is wrapped anew, as terminals do.
func (e *terminal) resize(columns int) {
	lines := e.lines
	e.columns, e.lines = columns, nil
	for _, line := range lines {
		e.wrap(line)
	}
}

func (e *terminal) String() string { return strings.Join(e.lines, "\n") + "\n" }
