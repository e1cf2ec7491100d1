package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/telemetry"
)

// statuses maps fault kinds to HTTP statuses. No other code does.
var statuses = map[fault.Kind]int{
	fault.Invalid:         http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Limit:           http.StatusTooManyRequests,
	fault.Full:            http.StatusInsufficientStorage,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.Unsupported:     http.StatusNotImplemented,
	fault.Canceled:        http.StatusServiceUnavailable,
	fault.Internal:        http.StatusInternalServerError,
}

// StatusOf returns the HTTP status of an error of a kind.
func StatusOf(kind fault.Kind) int { return statuses[kind] }

// statusClientGone is the status in log and metrics of a request whose client closed the connection. No client reads
// it.
const statusClientGone = 499

// defaultHint is the hint of a fault that has none.
const defaultHint = "Try again. If the error persists, send the requestID to your administrator."

// problem is an error as the client gets it: a fault, and a status where the kind alone does not determine it.
type problem struct {
	status int
	fault  *fault.Error
}

// problemOf converts an error to what the client gets.
func problemOf(err error) problem {
	var body *api.BodyError
	var tooLarge *http.MaxBytesError
	var method *methodError
	var stale *preconditionError
	var archive *archiveSizeError
	switch {
	case errors.As(err, &tooLarge):
		return problem{
			http.StatusRequestEntityTooLarge,
			fault.New(fault.Limit, "the body is larger than %d bytes", tooLarge.Limit).WithHint("Send a smaller body, or several requests."),
		}
	case errors.As(err, &archive):
		return problem{http.StatusRequestEntityTooLarge, fault.From(archive.cause)}
	case errors.As(err, &body) && body.WrongType:
		return problem{http.StatusUnsupportedMediaType, fault.New(fault.Invalid, "%s", body.Message).WithHint("%s", body.Hint)}
	case errors.As(err, &body):
		return problem{http.StatusBadRequest, fault.New(fault.Invalid, "%s", body.Message).WithHint("%s", body.Hint)}
	case errors.Is(err, io.EOF): // the generated code reports a missing body like this
		return problem{http.StatusBadRequest, fault.New(fault.Invalid, "the request has no body").WithHint("Send a JSON object.")}
	case errors.As(err, &stale):
		return problem{http.StatusPreconditionFailed, fault.From(stale.cause)}
	case errors.As(err, &method):
		return problem{http.StatusMethodNotAllowed, fault.New(fault.Invalid, "%s", method.Error()).WithHint("Use %s.", method.allow)}
	}
	known := fault.From(err)
	return problem{statuses[known.Kind], known}
}

// fail writes an error as the API's error body.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	if p.fault.Kind == fault.Canceled {
		p = timeoutProblem(p, r)
	}
	if p.status >= http.StatusInternalServerError && p.fault.Kind != fault.Unsupported {
		s.logger.LogAttrs(r.Context(), slog.LevelError, "request failed", slog.String("error", err.Error()))
	}
	header := w.Header()
	switch p.status {
	case http.StatusUnauthorized:
		if header.Get("WWW-Authenticate") == "" {
			header.Set("WWW-Authenticate", "Bearer")
		}
	case http.StatusTooManyRequests:
		header.Set("Retry-After", wholeSeconds(p.fault.RetryAfter))
	}
	var response api.Error
	response.Error.ErrorString = fmt.Sprintf("%d: %s", p.status, p.fault.Message)
	response.Error.ErrorDetail = p.fault.Hint
	if p.fault.Hint == "" {
		response.Error.ErrorDetail = defaultHint
	}
	if id := telemetry.RequestID(r.Context()); id != "" {
		response.Error.RequestID = &id
	}
	if at := p.fault.Position; at != nil {
		response.Error.Position = &api.TextPosition{Start: at.Start, End: at.End}
	}
	if required, ok := errors.AsType[authn.CodeRequiredError](err); ok {
		response.Error.SecondFactor = &api.SecondFactorChallenge{Ticket: required.Ticket, ExpiresAt: timestamp(required.ExpiresAt)}
	}
	writeJSON(w, p.status, response)
}

// timeoutProblem distinguishes a client that closed the connection from an operation that exceeded its timeout.
func timeoutProblem(p problem, r *http.Request) problem {
	switch ended := r.Context().Err(); {
	case errors.Is(ended, context.DeadlineExceeded):
		p.fault = fault.New(fault.Unavailable, "the operation took longer than %s", operationTimeout(r)).
			WithHint("Try again when the server is less busy, or split the work into smaller requests.")
	case ended != nil:
		p.status = statusClientGone
	}
	return p
}

// wholeSeconds returns a wait for the Retry-After header, at least one second.
func wholeSeconds(wait time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(wait.Seconds()))))
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic("httpapi: cannot encode a response: " + err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(raw, '\n')) // a write to a closed connection is not a server error
}

// paramFault explains a parameter that the generated code could not parse.
func paramFault(err error) error {
	var many *api.TooManyValuesForParamError
	var format *api.InvalidParamFormatError
	var missing *api.RequiredParamError
	switch {
	case errors.As(err, &missing):
		return fault.New(fault.Invalid, "parameter %s is missing", missing.ParamName).WithHint("Send a value for it.")
	case errors.As(err, &many):
		return fault.New(fault.Invalid, "parameter %s occurs %d times", many.ParamName, many.Count).WithHint("Send it once.")
	case errors.As(err, &format):
		return fault.New(fault.Invalid, "parameter %s cannot be parsed", format.ParamName).WithHint("Send it once, as plain text.")
	default:
		return fault.New(fault.Invalid, "the parameters cannot be parsed").WithHint("See GET /api/openapi.json for their format.")
	}
}
