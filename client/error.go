package client

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
)

// Kind classifies an error that the server returned.
type Kind = fault.Kind

// The kinds of errors.
const (
	KindInvalid         = fault.Invalid
	KindUnauthenticated = fault.Unauthenticated
	KindForbidden       = fault.Forbidden
	KindNotFound        = fault.NotFound
	KindConflict        = fault.Conflict
	KindLimit           = fault.Limit
	KindFull            = fault.Full
	KindUnavailable     = fault.Unavailable
	KindUnsupported     = fault.Unsupported
	KindInternal        = fault.Internal
)

// ServerError is a response with a status of 400 or above.
type ServerError struct {
	Kind       Kind
	Status     int
	Message    string        // errorString without the status
	Hint       string        // errorDetail
	RequestID  string        // to quote when asking for help
	RetryAfter time.Duration // when to try again, on KindLimit
	// Ticket is set if the password of a sign-in was right and its second step is missing: FinishLogin takes it with a code.
	Ticket string
}

func (e *ServerError) Error() string {
	return fmt.Sprintf("%d: %s (%s; request %s)", e.Status, e.Message, e.Hint, e.RequestID)
}

// UnexpectedResponseError is a response with a status below 400 that the OpenAPI document does not describe. Usually the
// base URL leads to another program, or a proxy answers with its own page.
type UnexpectedResponseError struct {
	Status      int
	ContentType string // empty when the response has none
	Cause       error  // why the body could not be decoded; nil when the status or the content type is wrong
}

func (e *UnexpectedResponseError) Error() string {
	if e.Cause != nil {
		return fmt.Sprintf("the response cannot be decoded: %s", e.Cause)
	}
	return fmt.Sprintf("the response has status %d and content type %q, which the interface does not describe", e.Status, e.ContentType)
}

func (e *UnexpectedResponseError) Unwrap() error { return e.Cause }

// maxErrorBytes is how much of an error's body is read.
const maxErrorBytes = 64 << 10

// readError reads the error in a response with a status of 400 or above, and returns it or the error of reading it.
func readError(response *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(response.Body, maxErrorBytes))
	if err != nil {
		return err
	}
	return errorOf(response, body)
}

func errorOf(response *http.Response, body []byte) *ServerError {
	e := &ServerError{Kind: kindOf(response.StatusCode), Status: response.StatusCode, Message: http.StatusText(response.StatusCode)}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		e.RetryAfter = time.Duration(seconds) * time.Second
	}
	var wire api.Error
	if json.Unmarshal(bytes.TrimSpace(body), &wire) != nil {
		return e // the page of a proxy
	}
	e.Message = strings.TrimPrefix(wire.Error.ErrorString, strconv.Itoa(response.StatusCode)+": ")
	e.Hint = wire.Error.ErrorDetail
	if wire.Error.RequestID != nil {
		e.RequestID = *wire.Error.RequestID
	}
	if wire.Error.SecondFactor != nil {
		e.Ticket = wire.Error.SecondFactor.Ticket
	}
	return e
}

// kindOf is the table from HTTP back to kinds.
func kindOf(status int) Kind {
	switch status {
	case http.StatusUnauthorized:
		return KindUnauthenticated
	case http.StatusForbidden:
		return KindForbidden
	case http.StatusNotFound:
		return KindNotFound
	case http.StatusConflict:
		return KindConflict
	case http.StatusTooManyRequests, http.StatusRequestEntityTooLarge:
		return KindLimit
	case http.StatusNotImplemented:
		return KindUnsupported
	case http.StatusInsufficientStorage:
		return KindFull
	case http.StatusServiceUnavailable, http.StatusBadGateway, http.StatusGatewayTimeout:
		return KindUnavailable
	}
	if status >= http.StatusInternalServerError {
		return KindInternal
	}
	return KindInvalid
}
