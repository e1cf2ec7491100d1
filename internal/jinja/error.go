package jinja

import (
	"errors"
	"fmt"
)

// ErrorKind is the category of an error.
type ErrorKind uint8

// The kinds of errors, each with the Python exception that it represents.
const (
	SyntaxError     ErrorKind = iota + 1 // TemplateSyntaxError: the text is not a template
	UndefinedError                       // UndefinedError: something that is undefined was used
	TypeError                            // TypeError: an operation does not fit its operands
	ValueError                           // ValueError: the type is right, the value is not
	ArithmeticError                      // ZeroDivisionError, OverflowError
	LookupError                          // KeyError, IndexError: a method did not find its element
	RuntimeError                         // TemplateRuntimeError and RuntimeError
	SecurityError                        // SecurityError: not for templates
	LimitError                           // the render was too long, too deep or too big
	CallError                            // a Go function failed; see Cause
)

// String returns the name of the kind.
func (k ErrorKind) String() string {
	names := [...]string{"", "syntax", "undefined", "type", "value", "arithmetic", "lookup", "runtime", "security", "limit", "call"}
	if int(k) >= len(names) {
		return fmt.Sprintf("kind %d", uint8(k))
	}
	return names[k]
}

// Error is the only error type of this package. Line and Column count from one, the column in characters; they are zero
// if the error has no position in a template.
type Error struct {
	Template string
	Line     int
	Column   int
	Message  string
	Hint     string // the next step; may be empty
	Kind     ErrorKind
	Cause    error // the error of a called Go function, or of Limits.Interrupt

	missing *absent // the undefined value, for a hint with near names
}

// Error formats the position and the message.
func (e *Error) Error() string {
	text := e.Message
	if e.Line > 0 {
		text = fmt.Sprintf("%s:%d:%d: %s", e.Template, e.Line, e.Column, text)
	}
	if e.Hint != "" {
		text += " (" + e.Hint + ")"
	}
	return text
}

// Unwrap returns the error of a called Go function.
func (e *Error) Unwrap() error { return e.Cause }

func failure(kind ErrorKind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

func typeError(format string, args ...any) error { return failure(TypeError, format, args...) }

func valueError(format string, args ...any) error { return failure(ValueError, format, args...) }

// asError converts the error of a Go function to an *Error.
func asError(err error) *Error {
	if own, ok := errors.AsType[*Error](err); ok {
		return own
	}
	return &Error{Kind: CallError, Message: err.Error(), Cause: err}
}
