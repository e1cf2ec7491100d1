package progress

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Live shows a run in a terminal: a frame that is drawn again and again in the same place, and above it what went wrong, as
// it happens.
type Live struct {
	screen Screen
	told   map[int]bool // nodes whose trouble has been told, by position
	drawn  []string     // the frame on the screen
}

// NewLive makes a display for a terminal.
func NewLive(screen Screen) *Live { return &Live{screen: screen, told: map[int]bool{}} }

// Show draws the next frame in the place of the last one.
func (l *Live) Show(s Snapshot) {
	columns, rows := l.screen.Size()
	frame := l.screen.frame(&s, columns, rows)
	l.screen.write(l.erase(columns) + l.news(&s) + strings.Join(frame, "\n") + "\n")
	l.drawn = frame
}

// End takes the frame away and says what became of the run.
func (l *Live) End(s Snapshot) {
	columns, _ := l.screen.Size()
	l.screen.write(l.erase(columns) + l.news(&s) + l.screen.summary(&s))
	l.drawn = nil
}

// Leave leaves the last frame where it is.
func (l *Live) Leave() { l.drawn = nil }

// news tells of trouble that has not been told yet. Trouble is told when the node is over: then all of it is known.
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

// erase goes back to where the last frame began and clears everything from there. A line that was drawn in a wider window
// takes several lines in a narrower one.
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
