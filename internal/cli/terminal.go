package cli

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
)

// palette colors texts on a terminal with colors, and returns them unchanged elsewhere.
type palette struct{ on bool }

// palette checks standard output and the environment variables for colors.
func (p Program) palette() palette {
	return palette{on: isTerminal(p.Stdout) && !p.refusesColor()}
}

// refusesColor reports whether the user turned colors off: NO_COLOR with any value, or TERM=dumb.
func (p Program) refusesColor() bool {
	return slices.ContainsFunc(p.Environ, func(variable string) bool {
		name, value, _ := strings.Cut(variable, "=")
		return name == "NO_COLOR" && value != "" || name == "TERM" && value == "dumb"
	})
}

// isTerminal reports whether w writes to a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(file.Fd())
}

func (c palette) red(text string) string    { return c.paint("31;1", text) }
func (c palette) yellow(text string) string { return c.paint("33;1", text) }
func (c palette) green(text string) string  { return c.paint("32", text) }
func (c palette) cyan(text string) string   { return c.paint("36", text) }
func (c palette) bold(text string) string   { return c.paint("1", text) }
func (c palette) faint(text string) string  { return c.paint("2", text) }

func (c palette) paint(code, text string) string {
	if !c.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}
