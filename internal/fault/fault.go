package fault

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Kind says what sort of fault it is.
type Kind string

// The closed set of kinds.
const (
	Invalid         Kind = "invalid"         // the request is wrong; changing it helps
	Unauthenticated Kind = "unauthenticated" // nobody, or nobody we know
	Forbidden       Kind = "forbidden"       // known, but not allowed
	NotFound        Kind = "notFound"        // not there, or not for the caller to see
	Conflict        Kind = "conflict"        // right by itself, wrong in the present state
	Limit           Kind = "limit"           // too much, too large or too often
	Unavailable     Kind = "unavailable"     // something we need is out of reach; later may help
	Unsupported     Kind = "unsupported"     // known to the interface, not in this version
	Canceled        Kind = "canceled"        // the caller gave up
	Internal        Kind = "internal"        // our own mistake
)

// Error is a fault. Make one with New or Wrap.
type Error struct {
	Kind    Kind
	Message string // lower case; what and which id
	Hint    string // what to do next; a sentence
	// RetryAfter is set on a Limit fault that passes by itself.
	RetryAfter time.Duration
	Cause      error // what lies under it; for logs, not for strangers
}

// New makes a fault of a kind.
func New(kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap makes a fault over a cause that is not to be shown to the caller.
func Wrap(cause error, kind Kind, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...), Cause: cause}
}

// WithHint gives the fault its next step.
func (e *Error) WithHint(format string, args ...any) *Error {
	e.Hint = fmt.Sprintf(format, args...)
	return e
}

// WithRetryAfter says when it passes.
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

// From gives the fault inside err. An error that is none becomes Canceled when a context ended, else Internal.
func From(err error) *Error {
	if fault, ok := errors.AsType[*Error](err); ok {
		return fault
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return Wrap(err, Canceled, "the request was given up")
	}
	return Wrap(err, Internal, "internal error")
}

// KindOf is the kind of the fault inside err; empty for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	return From(err).Kind
}

// Is reports whether err is a fault of this kind.
func Is(err error, kind Kind) bool { return err != nil && KindOf(err) == kind }
