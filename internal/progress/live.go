package progress

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Live shows a run in a terminal: a frame that is redrawn in the same place, and above it failures as they occur.
type Live struct {
	screen Screen
	told   map[int]bool // nodes whose failures were printed, by position
	drawn  []string     // the frame on the screen
}

// NewLive returns a display for a terminal.
func NewLive(screen Screen) *Live { return &Live{screen: screen, told: map[int]bool{}} }

// Show redraws the frame.
func (l *Live) Show(s Snapshot) {
	columns, rows := l.screen.Size()
	frame := l.screen.frame(&s, columns, rows)
	l.screen.write(l.erase(columns) + l.news(&s) + strings.Join(frame, "\n") + "\n")
	l.drawn = frame
}

// End removes the frame and writes the result of the run.
func (l *Live) End(s Snapshot) {
	columns, _ := l.screen.Size()
	l.screen.write(l.erase(columns) + l.news(&s) + l.screen.summary(&s))
	l.drawn = nil
}

// Leave keeps the last frame on the screen.
func (l *Live) Leave() { l.drawn = nil }

// news returns failures that were not printed yet. It waits until the node has ended, because only then all of them are
// known.
func (l *Live) news(s *Snapshot) string {
	var out strings.Builder
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.State.IsOver() && !l.told[i] {
			l.told[i] = true
			out.WriteString(l.screen.trouble(n))
		}
	}
	return out.String()
}

// erase returns to the start of the last frame and clears the screen from there. A line that was drawn in a wider
// window takes several lines in a narrower one.
func (l *Live) erase(columns int) string {
	if len(l.drawn) == 0 {
		return ""
	}
	up := 0
	for _, line := range l.drawn {
		up += 1 + max(ansi.StringWidth(line)-1, 0)/max(columns, 1)
	}
	return fmt.Sprintf("\r\x1b[%dA\x1b[J", up)
}
