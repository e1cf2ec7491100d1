package render

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/diagnostic"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/jinja"
	"github.com/millrace/millrace/internal/sqltext"
)

// failed reports why a pass failed. The position is where the user can fix it: in the template, in a macro, or in the
// node whose text produced the Jinja of a later pass.
func (g *rendering) failed(err error, in pass) *diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		Code: diagnostic.TemplateFailed, Severity: diagnostic.Error, Node: g.node.Ref().String(),
		Message: fmt.Sprintf("%s does not render: %v", g.what, err),
	}
	d = d.At(g.node.File, g.node.At)
	problem, ok := errors.AsType[*jinja.Error](err)
	if !ok {
		return &d
	}
	d.Message = fmt.Sprintf("%s does not render: %s", g.what, problem.Message)
	d.Hint = cmp.Or(g.dbtHint(problem, in), hintOf(problem))
	if in.number > 1 && problem.Template == in.name() {
		d = g.inGeneratedText(d, problem, in)
		return &d
	}
	if in.number > 1 {
		d.Message += fmt.Sprintf(" (in pass %d)", in.number)
	}
	d = g.inTemplate(d, problem)
	return &d
}

// hintOf returns the hint of the template language, or else the hint of the render function that a template called.
func hintOf(problem *jinja.Error) string {
	if known, ok := errors.AsType[*fault.Error](problem.Cause); ok && problem.Hint == "" {
		return known.Hint
	}
	return problem.Hint
}

// inTemplate sets the position of an error in the template or in a macro.
func (g *rendering) inTemplate(d diagnostic.Diagnostic, fault *jinja.Error) diagnostic.Diagnostic {
	from, isPrelude := g.preludes.origins[fault.Template]
	if !isPrelude {
		from = g.template.origin
	}
	if from.file == "" { // a part of the library: the user can only fix the node
		d.Message += fmt.Sprintf(" (in %s, line %d, column %d)", from.name, fault.Line, fault.Column)
		return d
	}
	return d.At(from.file, from.position(fault.Line, fault.Column))
}

// inGeneratedText sets the position of an error in the output of an earlier pass. It searches the texts of the node for
// the piece of Jinja, and then the template.
func (g *rendering) inGeneratedText(d diagnostic.Diagnostic, fault *jinja.Error, in pass) diagnostic.Diagnostic {
	offset := offsetOf(in.text, fault.Line, fault.Column)
	piece := jinjaAround(in.text, offset)
	line, column := sqltext.Position(in.text, offset)
	if before := g.marker.clean(in.text[:offset]); len(before) < offset { // users do not see the marks
		line, column = sqltext.Position(before, len(before))
	}
	d.Message += fmt.Sprintf(" (in pass %d, line %d, column %d of the text that %s made: %s)",
		in.number, line, column, g.template.origin.name, snippet(g.marker.clean(piece.text)))
	if at, found := g.findInNode(piece.text, offset-piece.start); found {
		return d.At(g.node.File, at)
	}
	if at, found := g.findInTemplate(piece.text, offset-piece.start); found {
		return d.At(g.template.origin.file, at)
	}
	return d
}

// neverEnds reports that Jinja is left after the last pass.
func (g *rendering) neverEnds(text string) *diagnostic.Diagnostic {
	piece := jinjaAround(text, jinjaStart(text))
	d := diagnostic.Diagnostic{
		Code: diagnostic.TemplateFailed, Severity: diagnostic.Error, Node: g.node.Ref().String(),
		Message: fmt.Sprintf("%s still contains Jinja after %d passes: %s", g.what, maxPasses,
			snippet(g.marker.clean(piece.text))),
		Hint: "find a text that contains itself, or braces that are not meant as Jinja; each pass produces Jinja again",
	}
	d = d.At(g.node.File, g.node.At)
	if at, found := g.findInNode(piece.text, 0); found {
		d = d.At(g.node.File, at)
	} else if g.template.origin.file != "" {
		d = d.At(g.template.origin.file, diagnostic.Position{})
	}
	return &d
}

// offsetOf returns the byte offset of a line and column in a text.
func offsetOf(text string, line, column int) int {
	start := 0
	for range line - 1 {
		next := strings.IndexByte(text[start:], '\n')
		if next < 0 {
			return len(text)
		}
		start += next + 1
	}
	for i := range text[start:] {
		if column <= 1 {
			return start + i
		}
		column--
	}
	return len(text)
}

// jinjaPiece is a piece of Jinja with its braces.
type jinjaPiece struct {
	text  string
	start int
}

// jinjaAround returns the piece of Jinja that contains an offset, or the rest of the line if there is none.
func jinjaAround(text string, offset int) jinjaPiece {
	offset = min(max(offset, 0), len(text))
	reach := min(offset+2, len(text))
	start := max(strings.LastIndex(text[:reach], "{{"), strings.LastIndex(text[:reach], "{%"), strings.LastIndex(text[:reach], "{#"))
	if start < 0 {
		start = offset
	}
	rest := text[start:]
	end := strings.IndexByte(rest, '\n')
	if closing := strings.IndexByte(rest, '}'); closing >= 0 && closing+1 < len(rest) && rest[closing+1] == '}' {
		end = closing + 2
	} else if closing > 0 && (rest[closing-1] == '%' || rest[closing-1] == '#') {
		end = closing + 1
	}
	if end < 0 {
		end = len(rest)
	}
	return jinjaPiece{text: rest[:end], start: start}
}
