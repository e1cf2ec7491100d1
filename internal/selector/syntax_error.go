package selector

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/millrace/millrace/internal/fault"
)

// SyntaxError describes why and where a text is not a selector. It wraps a fault of kind invalid, or of kind limit if
// the text is too large.
type SyntaxError struct {
	Offset   int      // in bytes, from 0
	Line     int      // from 1
	Column   int      // in characters, from 1
	Expected []string // the expected tokens; none if the text is too large or not UTF-8
	Found    string   // the token at the offset; empty at the end of the text
	Hint     string   // what to do next; a sentence, or empty

	problem string // the message if it is not "expected … but found …"
	kind    fault.Kind
}

func (e *SyntaxError) Error() string { return e.Message() + e.positionText() }

// Message returns the error without its position.
func (e *SyntaxError) Message() string {
	if e.problem != "" {
		return e.problem
	}
	found := "the end of the text"
	if e.Found != "" {
		found = strconv.Quote(e.Found)
	}
	return fmt.Sprintf("expected %s but found %s", either(e.Expected), found)
}

func (e *SyntaxError) positionText() string {
	if e.Line > 1 {
		return fmt.Sprintf(" at line %d, column %d", e.Line, e.Column)
	}
	return fmt.Sprintf(" at column %d", e.Column)
}

// Unwrap returns the fault of the error.
func (e *SyntaxError) Unwrap() error {
	f := fault.New(e.kind, "%s", e.Error())
	f.Hint = e.Hint
	return f
}

// either joins alternatives: a, b or c.
func either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// newSyntaxError returns an error at an offset of a text.
func newSyntaxError(text string, offset int) *SyntaxError {
	line, column := Position(text, offset)
	return &SyntaxError{Offset: offset, Line: line, Column: column, kind: fault.Invalid}
}

// Position returns the line and the column, in characters, of an offset in bytes; both from 1.
func Position(text string, offset int) (line, column int) {
	before := text[:offset]
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[lineStart:]) + 1
}

// shortened truncates a long token, so that messages stay readable.
func shortened(found string) string {
	const most = 40
	n := 0
	for i := range found {
		if n == most {
			return found[:i] + "…"
		}
		n++
	}
	return found
}
