package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/diagnostic"
)

func (p Program) printFindings(f findings) error {
	var err error
	if f.asJSON {
		err = p.printJSON(f.json())
	} else {
		err = p.print(f.text(p.palette(), isTerminal(p.Stdout)))
	}
	if err != nil {
		return err
	}
	return f.verdict()
}

func (f findings) json() any {
	nodes, errors, warnings := f.counts()
	list := f.diagnostics
	if list == nil {
		list = []diagnostic.Diagnostic{}
	}
	type summary struct {
		Nodes    int `json:"nodes"`
		Errors   int `json:"errors"`
		Warnings int `json:"warnings"`
	}
	return struct {
		Diagnostics []diagnostic.Diagnostic `json:"diagnostics"`
		Summary     summary                 `json:"summary"`
	}{list, summary{nodes, errors, warnings}}
}

// text lists the findings by file and ends with a summary. Only a terminal gets the duration, so that the output in a
// file or a pipe is reproducible.
func (f findings) text(c palette, timed bool) string {
	var out strings.Builder
	var before diagnostic.Diagnostic
	for i, group := range diagnostic.GroupRepeated(withoutRepeats(f.diagnostics)) {
		if i > 0 && group.File != before.File {
			out.WriteByte('\n')
		}
		writeFinding(&out, c, group.Diagnostic)
		if group.More > 0 {
			_, _ = fmt.Fprintf(&out, "    %s\n", c.faint(fmt.Sprintf("and %d more like it, in %s; --json lists all", group.More, counted(group.Files, "file"))))
		}
		before = group.Diagnostic
	}
	if len(f.diagnostics) > 0 {
		out.WriteByte('\n')
	}
	out.WriteString(f.summary(c))
	if timed {
		out.WriteString(c.faint(fmt.Sprintf(" in %d ms", f.took.Round(time.Millisecond).Milliseconds())))
	}
	out.WriteByte('\n')
	return out.String()
}

// withoutRepeats drops findings that differ only in their node: every node of a type has the errors of the type.
func withoutRepeats(list []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	return slices.CompactFunc(slices.Clone(list), func(a, b diagnostic.Diagnostic) bool {
		a.Node = b.Node
		return a == b
	})
}

func writeFinding(out *strings.Builder, c palette, d diagnostic.Diagnostic) {
	position := d.File
	if d.Line > 0 {
		position = fmt.Sprintf("%s:%d:%d", d.File, d.Line, max(d.Column, 1))
	}
	severity := c.red("error")
	if d.Severity == diagnostic.Warning {
		severity = c.yellow("warning")
	}
	_, _ = fmt.Fprintf(out, "%s  %s  %s %s\n", c.bold(position), severity, d.Message, c.faint("["+string(d.Code)+"]"))
	if d.Hint != "" {
		_, _ = fmt.Fprintf(out, "    %s\n", c.cyan("→ "+d.Hint))
	}
}

func (f findings) summary(c palette) string {
	nodes, errors, warnings := f.counts()
	text := counted(nodes, "node") + ", " + counted(errors, "error") + ", " + counted(warnings, "warning")
	switch {
	case errors > 0:
		return c.red(text)
	case warnings > 0:
		return c.yellow(text)
	default:
		return c.green(text)
	}
}
