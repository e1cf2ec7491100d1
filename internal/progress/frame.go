package progress

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"github.com/millrace/millrace/internal/run"
)

const (
	widestBar    = 32 // columns of the terminal
	narrowestBar = 6
	maxRunning   = 10 // running nodes that are listed
	leastWidth   = 10 // ignore a terminal that reports less
)

// spinner has the frames of an animation that runs while a node runs.
const spinner = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

// frame returns the lines to draw while a run is active: a bar with counts, and below it the running nodes.
func (s Screen) frame(r *Snapshot, columns, rows int) []string {
	width := max(columns, leastWidth) - 1 // some terminals wrap in the last column
	lines := []string{s.heading(r, width)}
	running := r.running()
	shown := max(min(len(running), maxRunning, rows-3), 0)
	if shown == 0 {
		return lines
	}
	for _, line := range s.runningLines(r, running[:shown], width) {
		lines = append(lines, s.paint(Next, string(turn(r.At)))+" "+line)
	}
	if more := len(running) - shown; more > 0 {
		lines = append(lines, s.paint(Faint, fit(fmt.Sprintf("  … and %d more", more), width)))
	}
	return lines
}

// heading returns the bar with its text. If space is short the bar shrinks, because the text is more important.
func (s Screen) heading(r *Snapshot, width int) string {
	t := r.Tally()
	words := []string{fmt.Sprintf("%d/%d", t.Over(), t.Nodes)}
	if r.Status == run.WaitingToRun {
		words = []string{"waiting to run"}
	}
	if took := r.Elapsed(); took > 0 {
		words = append(words, Duration(took))
	}
	if words = append(words, rest(t)...); r.Note != "" {
		words = append(words, Clean(r.Note))
	}
	text := fit(strings.Join(words, " · "), width)
	room := width - ansi.StringWidth(text) - 1
	if room < narrowestBar {
		return text
	}
	return s.bar(t, min(room, widestBar)) + " " + text
}

// bar is full when all nodes have ended; a failure changes its color.
func (s Screen) bar(t Tally, width int) string {
	full := 0
	if t.Nodes > 0 {
		full = int(math.Floor(float64(width) * float64(t.Over()) / float64(t.Nodes)))
	}
	style := Good
	if t.Failed > 0 {
		style = Bad
	}
	return s.paint(style, strings.Repeat("█", full)) + s.paint(Faint, strings.Repeat("░", width-full))
}

// runningLines returns the running nodes in three columns: name, stage and time. If space is short the stage is dropped
// first.
func (s Screen) runningLines(r *Snapshot, running []*Node, width int) []string {
	width -= 2 // the spinner
	names, times := 0, 0
	for _, n := range running {
		names = max(names, ansi.StringWidth(Clean(n.Name)))
		times = max(times, len(Duration(n.Elapsed(r.At))))
	}
	names = max(min(names, width-times-2), 0)
	stages := width - names - times - 4
	lines := make([]string, len(running))
	for i, n := range running {
		line := pad(Clean(n.Name), names) + "  " + fmt.Sprintf("%*s", times, Duration(n.Elapsed(r.At)))
		if stage := Clean(n.current()); stage != "" && stages >= narrowestBar {
			line += "  " + s.paint(Faint, fit(stage, stages))
		}
		lines[i] = fit(line, width)
	}
	return lines
}

// turn returns the spinner at a time.
func turn(at time.Time) rune {
	figures := []rune(spinner)
	return figures[int(at.UnixMilli()/80)%len(figures)]
}
