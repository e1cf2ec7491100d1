package client

import (
	"bytes"
	"context"
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

// Kind says what sort of error the server answered with.
type Kind = fault.Kind

// The kinds of errors.
const (
	KindInvalid         = fault.Invalid
	KindUnauthenticated = fault.Unauthenticated
	KindForbidden       = fault.Forbidden
	KindNotFound        = fault.NotFound
	KindConflict        = fault.Conflict
	KindLimit           = fault.Limit
	KindUnavailable     = fault.Unavailable
	KindUnsupported     = fault.Unsupported
	KindInternal        = fault.Internal
)

// ServerError is an error that the server answered with.
type ServerError struct {
	Kind       Kind
	Status     int
	Message    string        // errorString without the status
	Hint       string        // errorDetail
	RequestID  string        // to quote when asking for help
	RetryAfter time.Duration // when to try again, on KindLimit
}

func (e *ServerError) Error() string {
	return fmt.Sprintf("%d: %s (%s; request %s)", e.Status, e.Message, e.Hint, e.RequestID)
}

// maxErrorBytes is how much of an error's body is read.
const maxErrorBytes = 64 << 10

// New makes a client for a deployment. The token may be empty for what needs none, such as signing in.
func New(baseURL, token string, options ...ClientOption) (*ClientWithResponses, error) {
	options = append(options, WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Accept", "application/json")
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	}))
	c, err := NewClientWithResponses(strings.TrimSuffix(baseURL, "/"), options...)
	if err != nil {
		return nil, err
	}
	raw, ok := c.ClientInterface.(*Client)
	if !ok {
		return nil, fmt.Errorf("the generated client is a %T", c.ClientInterface)
	}
	raw.Client = checked{raw.Client}
	return c, nil
}

// checked turns answers of 400 and above into errors.
type checked struct{ next HttpRequestDoer }

func (c checked) Do(request *http.Request) (*http.Response, error) {
	answer, err := c.next.Do(request)
	if err != nil || answer.StatusCode < http.StatusBadRequest {
		return answer, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxErrorBytes))
	if err != nil {
		return nil, err
	}
	return nil, errorOf(answer, body)
}

func errorOf(answer *http.Response, body []byte) *ServerError {
	e := &ServerError{Kind: kindOf(answer.StatusCode), Status: answer.StatusCode, Message: http.StatusText(answer.StatusCode)}
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
		e.RetryAfter = time.Duration(seconds) * time.Second
	}
	var wire api.Error
	if json.Unmarshal(bytes.TrimSpace(body), &wire) != nil {
		return e // a proxy in between speaks for itself
	}
	e.Message = strings.TrimPrefix(wire.Error.ErrorString, strconv.Itoa(answer.StatusCode)+": ")
	e.Hint = wire.Error.ErrorDetail
	if wire.Error.RequestID != nil {
		e.RequestID = *wire.Error.RequestID
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
	case http.StatusServiceUnavailable, http.StatusBadGateway, http.StatusGatewayTimeout:
		return KindUnavailable
	}
	if status >= http.StatusInternalServerError {
		return KindInternal
	}
	return KindInvalid
}
