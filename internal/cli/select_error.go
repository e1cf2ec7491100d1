package cli

import (
	"errors"
	"strings"

	"github.com/millrace/millrace/internal/selector"
)

// selectorError is a syntax error with the text of the selector.
type selectorError struct {
	*selector.SyntaxError

	text string
}

func (e *selectorError) Unwrap() error { return e.SyntaxError }

// Detail shows the line of the selector with a caret under the error.
func (e *selectorError) Detail() string {
	lines := strings.Split(e.text, "\n")
	line := lines[min(e.Line, len(lines))-1]
	return line + "\n" + strings.Repeat(" ", e.Column-1) + "^"
}

// explainSelector finds which of the two selectors has the error.
func explainSelector(err error, include, exclude string) error {
	syntax, ok := errors.AsType[*selector.SyntaxError](err)
	if !ok {
		return err
	}
	text := include
	if _, _, includeErr := selector.Parse(include); includeErr == nil {
		text = exclude
	}
	return &selectorError{syntax, text}
}
