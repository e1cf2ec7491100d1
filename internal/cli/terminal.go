package cli

import (
	"io"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
)

// palette colors words, on a terminal that wants colors, and leaves them as they are elsewhere.
type palette struct{ on bool }

// palette looks at where standard output goes and at what the environment says about colors.
func (p Program) palette() palette {
	return palette{on: isTerminal(p.Stdout) && !p.refusesColor()}
}

// refusesColor knows the two ways of asking for none: NO_COLOR with any value, and a terminal that cannot.
func (p Program) refusesColor() bool {
	return slices.ContainsFunc(p.Environ, func(variable string) bool {
		name, value, _ := strings.Cut(variable, "=")
		return name == "NO_COLOR" && value != "" || name == "TERM" && value == "dumb"
	})
}

// isTerminal reports whether a person is likely to look at what is written.
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
