package cli

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/progress"
)

// printChanges lists the files that differ, by node name where there is one; with patch also the lines that differ.
func (p Program) printChanges(changes []api.FileChange, patch bool) error {
	if len(changes) == 0 {
		return p.print("There are no differences.\n")
	}
	var out strings.Builder
	c := p.palette()
	for i := range changes {
		change := &changes[i]
		_, _ = fmt.Fprintln(&out, changeLine(c, change))
		if patch {
			writePatch(&out, c, change)
		}
	}
	_, _ = fmt.Fprintf(&out, "%s.\n", counted(len(changes), "file"))
	return p.print(out.String())
}

// changeLine formats one file. It prefers the name of a node to that of its file.
func changeLine(c palette, change *api.FileChange) string {
	sign, paint := "~", c.yellow
	switch change.Change {
	case "added":
		sign, paint = "+", c.green
	case "removed":
		sign, paint = "-", c.red
	}
	line := paint(sign+" "+progress.Clean(change.Change)) + " " + progress.Clean(change.Path)
	if name := progress.Clean(cmp.Or(orZero(change.Node), orZero(change.Kind))); name != "" {
		line += c.faint(" (" + name + ")")
	}
	return line
}

// writePatch writes the lines that differ, indented.
func writePatch(out *strings.Builder, c palette, change *api.FileChange) {
	compared := diff.Diff("before", []byte(orZero(change.Before)), "after", []byte(orZero(change.After)))
	for line := range strings.Lines(string(compared)) {
		line = visible(strings.TrimRight(line, "\r\n"))
		switch {
		case strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "--- before"), strings.HasPrefix(line, "+++ after"):
			continue
		case strings.HasPrefix(line, "+"):
			line = c.green(line)
		case strings.HasPrefix(line, "-"):
			line = c.red(line)
		case strings.HasPrefix(line, "@@"):
			line = c.cyan(line)
		}
		_, _ = fmt.Fprintf(out, "    %s\n", line)
	}
}

// visible keeps the spaces of a line and replaces control characters, which a terminal would execute.
func visible(line string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) || r == '\t' || r == '\u200c' || r == '\u200d' { // the last two join letters
			return r
		}
		return '\ufffd'
	}, line)
}
