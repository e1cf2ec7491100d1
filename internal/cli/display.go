package cli

import (
	"os"

	"github.com/charmbracelet/x/term"

	"github.com/millrace/millrace/internal/progress"
)

// The default size of a terminal that does not report its own.
const (
	usualColumns = 80
	usualRows    = 24
)

// display selects how a run is shown: not at all with JSON, live on a terminal, as lines elsewhere.
func (p Program) display(asJSON bool) progress.Display {
	switch {
	case asJSON:
		return progress.Silent{}
	case isTerminal(p.Stdout) && p.variable("TERM") != "dumb":
		return progress.NewLive(p.screen())
	default:
		return progress.NewLines(p.screen())
	}
}

// screen returns standard output.
func (p Program) screen() progress.Screen {
	screen := progress.Screen{Out: p.Stdout, Paint: p.palette().style}
	if isTerminal(p.Stdout) {
		screen.Size = p.size
	}
	return screen
}

// size returns the size of the terminal that standard output writes to.
func (p Program) size() (columns, rows int) {
	file, ok := p.Stdout.(*os.File)
	if !ok {
		return usualColumns, usualRows
	}
	columns, rows, err := term.GetSize(file.Fd())
	if err != nil || columns <= 0 || rows <= 0 {
		return usualColumns, usualRows
	}
	return columns, rows
}

// style colors a text.
func (c palette) style(style progress.Style, text string) string {
	switch style {
	case progress.Good:
		return c.green(text)
	case progress.Bad:
		return c.red(text)
	case progress.Careful:
		return c.yellow(text)
	case progress.Next:
		return c.cyan(text)
	case progress.Faint:
		return c.faint(text)
	default:
		return text
	}
}
