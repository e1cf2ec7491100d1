package httpapi

import (
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/workspace"
)

// etag formats a version as an ETag.
func etag(version int64) *string { return new(strconv.Quote(strconv.FormatInt(version, 10))) }

// match is the condition of an If-Match header.
type match struct {
	isGiven bool
	version workspace.Version // nil matches any version
}

// matchOf parses an If-Match header. A text that is not a version of this server matches nothing.
func matchOf(header *string) (match, error) {
	text := strings.TrimSpace(value(header))
	if text == "" {
		return match{}, nil
	}
	if text == "*" {
		return match{isGiven: true}, nil
	}
	if strings.Contains(text, ",") {
		return match{}, fault.New(fault.Invalid, "If-Match has several ETags").WithHint("Send the one that GET returned.")
	}
	version, err := strconv.ParseInt(strings.Trim(strings.TrimPrefix(text, "W/"), `"`), 10, 64)
	if err != nil {
		version = -1
	}
	return match{isGiven: true, version: &version}, nil
}

// seen returns the version that the client changed. The header takes precedence over the body.
func (m match) seen(inBody workspace.Version) workspace.Version {
	if m.isGiven {
		return m.version
	}
	return inBody
}

// preconditionFault converts a conflict to the status of a failed If-Match.
func (m match) preconditionFault(err error) error {
	if m.isGiven && fault.Is(err, fault.Conflict) {
		return &preconditionError{cause: err}
	}
	return err
}

// preconditionError is a change whose If-Match failed because another change came first.
type preconditionError struct{ cause error }

func (e *preconditionError) Error() string { return e.cause.Error() }

func (e *preconditionError) Unwrap() error { return e.cause }
