package progress

import "io"

// Style is what a word means; how it looks is for the screen to decide.
type Style int

// The styles.
const (
	Good Style = iota + 1
	Bad
	Careful // something failed that does not stop anything
	Next    // what to do about it
	Faint
)

// Screen is where a run is shown.
type Screen struct {
	Out io.Writer
	// Size gives columns and rows. It is asked again for every frame, because windows change. Only Live needs it.
	Size func() (columns, rows int)
	// Paint gives a word its style; nil leaves all words as they are.
	Paint func(style Style, text string) string
}

func (s Screen) paint(style Style, text string) string {
	if s.Paint == nil || text == "" {
		return text
	}
	return s.Paint(style, text)
}

// inside cuts a line to the width of the screen, where it has one.
func (s Screen) inside(line string) string {
	if s.Size == nil {
		return line
	}
	columns, _ := s.Size()
	return fit(line, max(columns, leastWidth)-1)
}

// write sends everything in one go, so that no half of a frame can be seen. A reader that has gone is not told.
func (s Screen) write(text string) {
	if text != "" {
		_, _ = io.WriteString(s.Out, text)
	}
}
