package fault

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Kind is the kind of a fault.
type Kind string

// The closed set of kinds.
const (
	Invalid         Kind = "invalid"         // the request is wrong; changing it helps
	Unauthenticated Kind = "unauthenticated" // no credential, or an unknown one
	Forbidden       Kind = "forbidden"       // authenticated, but not allowed
	NotFound        Kind = "notFound"        // does not exist, or the caller may not see it
	Conflict        Kind = "conflict"        // valid by itself, but not in the current state
	Limit           Kind = "limit"           // too much, too large or too often
	Full            Kind = "full"            // no space is left on a disk; freeing space helps
	Unavailable     Kind = "unavailable"     // a dependency cannot be reached; a retry may help
	Unsupported     Kind = "unsupported"     // part of the API, but not of this version
	Canceled        Kind = "canceled"        // the caller canceled the request
	Internal        Kind = "internal"        // a bug in Millrace
)

// Error is a fault. Create it with New or Wrap.
type Error struct {
	Kind    Kind
	Message string // lower case; what failed and which id
	Hint    string // what to do next; a sentence
	// Position is the wrong part of a text that the caller sent; nil if there is none.
	Position *Position
	// RetryAfter is set on a Limit fault that ends by itself.
	RetryAfter time.Duration
	Cause      error // for logs, not for clients
}

// Position is a part of a text, in characters from 0; End is behind its last character.
type Position struct{ Start, End int }

// New creates a fault of a kind.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap creates a fault with a cause that the caller of the API must not see.
func Wrap(cause error, kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...), Cause: cause}
}

// WithHint sets the next step.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// WithPosition sets the wrong part of the text.
func (e *Error) WithPosition(position Position) *Error {
	e.Position = &position
	return e
}

// WithRetryAfter sets when a retry can succeed.
func (e *Error) WithRetryAfter(wait time.Duration) *Error {
	e.RetryAfter = wait
	return e
}

func (e *Error) Error() string {
	if e.Cause == nil {
		return e.Message
	}
	return e.Message + ": " + e.Cause.Error()
}

func (e *Error) Unwrap() error { return e.Cause }

// From returns the fault inside err. Any other error becomes Canceled if a context ended, else Internal.
func From(err error) *Error {
	if fault, ok := errors.AsType[*Error](err); ok {
		return fault
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Wrap(err, Canceled, "the request was canceled")
	}
	return Wrap(err, Internal, "internal error")
}

// KindOf returns the kind of the fault inside err; empty for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	return From(err).Kind
}

// Is reports whether err is a fault of this kind.
func Is(err error, kind Kind) bool { return err != nil && KindOf(err) == kind }
