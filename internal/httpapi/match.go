package httpapi

import (
	"strconv"
	"strings"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/workspace"
)

// etag is a version as HTTP carries it.
func etag(version int64) *string { return new(strconv.Quote(strconv.FormatInt(version, 10))) }

// match is what an If-Match header asks for.
type match struct {
	isGiven bool
	version workspace.Version // nil is any
}

// matchOf reads an If-Match header. Whatever is no version of ours matches nothing.
func matchOf(header *string) (match, error) {
	text := strings.TrimSpace(value(header))
	if text == "" {
		return match{}, nil
	}
	if text == "*" {
		return match{isGiven: true}, nil
	}
	if strings.Contains(text, ",") {
		return match{}, fault.New(fault.Invalid, "If-Match has several ETags").WithHint("Send the one that the GET gave.")
	}
	version, err := strconv.ParseInt(strings.Trim(strings.TrimPrefix(text, "W/"), `"`), 10, 64)
	if err != nil {
		version = -1
	}
	return match{isGiven: true, version: &version}, nil
}

// seen is the version that a change was made to: that of the header goes before that of the body.
func (m match) seen(inBody workspace.Version) workspace.Version {
	if m.isGiven {
		return m.version
	}
	return inBody
}

// refusal is a conflict as the header's own status.
func (m match) refusal(err error) error {
	if m.isGiven && fault.Is(err, fault.Conflict) {
		return &preconditionError{cause: err}
	}
	return err
}

// preconditionError is a change that was to happen only if nobody else had been there.
type preconditionError struct{ cause error }

func (e *preconditionError) Error() string { return e.cause.Error() }

func (e *preconditionError) Unwrap() error { return e.cause }
