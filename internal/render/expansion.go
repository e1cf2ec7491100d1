package render

import (
	"slices"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/jinja"
)

// Expansion is the text of a SQL node with its macros rendered.
type Expansion struct {
	Text string
	// Unprotected is the text without raw blocks, for a text that is rendered again as a template.
	Unprotected string
	// ReadsSources says that the macros in the text can read the nodes that the text names, as their files have them: the result
	// depends on more than the text.
	ReadsSources bool

	passes []tracedPass // in the order of rendering; empty if the text is that of the file
	isLost bool         // the origin of the text is unknown
}

// tracedPass is a pass with the number of bytes at the beginning of its output that are not part of the text.
type tracedPass struct {
	trace   *jinja.Trace
	skipped int
}

// At returns the position in the file of the node that an offset of the text comes from. The position of text that a
// macro produced is that of the tag that calls the macro. It returns false if it is unknown.
func (e *Expansion) At(offset int) (diagnostic.Position, bool) {
	start := diagnostic.Position{Line: 1, Column: 1}
	if e.isLost {
		return start, false
	}
	text := e.Text
	for _, p := range slices.Backward(e.passes) {
		source, ok := p.trace.Source(offset + p.skipped)
		if !ok {
			return start, false
		}
		offset, text = source, p.trace.Text()
	}
	return start.Inside(text, offset), true
}

// finish replaces the marks of protected text by raw blocks, so that the text is protected when it is rendered again.
func (e *Expansion) finish(m marker) {
	e.Unprotected = m.unprotect(e.Text)
	text := m.asRaw(e.Text)
	e.isLost = e.isLost || len(text) != len(e.Text)
	e.Text = text
}

// add appends the output of a pass to the expansion.
func (e *Expansion) add(trace *jinja.Trace, output string, m marker) {
	text := m.afterBegin(output)
	e.passes = append(e.passes, tracedPass{trace: trace, skipped: len(output) - len(text)})
	e.Text = m.withoutStages(text)
	// Later passes read the text with other newlines, and marks are removed from it: offsets would differ.
	e.isLost = e.isLost || len(e.Text) != len(text) || strings.Contains(e.Text, "\r")
}
