package progress

import "io"

// Style is the meaning of a text; the screen decides its look.
type Style int

// The styles.
const (
	Good Style = iota + 1
	Bad
	Careful // a failure that does not stop the run
	Next    // a hint
	Faint
)

// Screen is the output of a display.
type Screen struct {
	Out io.Writer
	// Size returns columns and rows. It is called for every frame, because windows change. Only Live needs it.
	Size func() (columns, rows int)
	// Paint colors a text; nil for no colors.
	Paint func(style Style, text string) string
}

func (s Screen) paint(style Style, text string) string {
	if s.Paint == nil || text == "" {
		return text
	}
	return s.Paint(style, text)
}

// inside cuts a line to the width of the screen, if it has one.
func (s Screen) inside(line string) string {
	if s.Size == nil {
		return line
	}
	columns, _ := s.Size()
	return fit(line, max(columns, leastWidth)-1)
}

// write writes everything in one call, so that a frame never appears in part. It ignores errors, because the reader may
// be gone.
func (s Screen) write(text string) {
	if text != "" {
		_, _ = io.WriteString(s.Out, text)
	}
}
