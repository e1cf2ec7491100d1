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
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/telemetry"
)

// statuses is the one table from kinds to HTTP.
var statuses = map[fault.Kind]int{
	fault.Invalid:         http.StatusBadRequest,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Forbidden:       http.StatusForbidden,
	fault.NotFound:        http.StatusNotFound,
	fault.Conflict:        http.StatusConflict,
	fault.Limit:           http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.Unsupported:     http.StatusNotImplemented,
	fault.Canceled:        http.StatusServiceUnavailable,
	fault.Internal:        http.StatusInternalServerError,
}

// statusClientGone is what the log and the metrics say of a request whose client hung up; nobody reads the answer.
const statusClientGone = 499

// lastHint is what to do when a fault has no hint of its own.
const lastHint = "Try again; if it stays, tell your administrator the requestID."

// problem is an error on its way out: a fault, and a status where the kind alone does not say it.
type problem struct {
	status int
	fault  *fault.Error
}

// problemOf decides what an error is for the caller.
func problemOf(err error) problem {
	var body *api.BodyError
	var tooLarge *http.MaxBytesError
	var method *methodError
	var stale *preconditionError
	switch {
	case errors.As(err, &tooLarge):
		return problem{
			http.StatusRequestEntityTooLarge,
			fault.New(fault.Limit, "the body is larger than %d bytes", tooLarge.Limit).WithHint("Send less."),
		}
	case errors.As(err, &body) && body.WrongType:
		return problem{http.StatusUnsupportedMediaType, fault.New(fault.Invalid, "%s", body.Message).WithHint("%s", body.Hint)}
	case errors.As(err, &body):
		return problem{http.StatusBadRequest, fault.New(fault.Invalid, "%s", body.Message).WithHint("%s", body.Hint)}
	case errors.Is(err, io.EOF): // the generated code's word for a body that is not there
		return problem{http.StatusBadRequest, fault.New(fault.Invalid, "the request has no body").WithHint("Send a JSON object.")}
	case errors.As(err, &stale):
		return problem{http.StatusPreconditionFailed, fault.From(stale.cause)}
	case errors.As(err, &method):
		return problem{http.StatusMethodNotAllowed, fault.New(fault.Invalid, "%s", method.Error()).WithHint("Use %s.", method.allow)}
	}
	known := fault.From(err)
	return problem{statuses[known.Kind], known}
}

// fail writes an error in the fixed body.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	p := problemOf(err)
	if p.fault.Kind == fault.Canceled {
		p = givenUp(p, r)
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
	var answer api.Error
	answer.Error.ErrorString = fmt.Sprintf("%d: %s", p.status, p.fault.Message)
	answer.Error.ErrorDetail = p.fault.Hint
	if p.fault.Hint == "" {
		answer.Error.ErrorDetail = lastHint
	}
	if id := telemetry.RequestID(r.Context()); id != "" {
		answer.Error.RequestID = &id
	}
	writeJSON(w, p.status, answer)
}

// givenUp tells a client that is gone from one that waited until the operation ran out of time.
func givenUp(p problem, r *http.Request) problem {
	switch ended := r.Context().Err(); {
	case errors.Is(ended, context.DeadlineExceeded):
		p.fault = fault.New(fault.Unavailable, "the operation took longer than %s", patienceWith(r)).
			WithHint("Try again when less is going on, or do it in smaller parts.")
	case ended != nil:
		p.status = statusClientGone
	}
	return p
}

// wholeSeconds is a wait for the Retry-After header: at least a second.
func wholeSeconds(wait time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(wait.Seconds()))))
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic("httpapi: an answer does not encode: " + err.Error())
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(raw, '\n')) // a client that is gone is not our error
}

// paramFault explains a parameter that the generated code could not read.
func paramFault(err error) error {
	var many *api.TooManyValuesForParamError
	var format *api.InvalidParamFormatError
	var missing *api.RequiredParamError
	switch {
	case errors.As(err, &missing):
		return fault.New(fault.Invalid, "parameter %s is missing", missing.ParamName).WithHint("Give it a value.")
	case errors.As(err, &many):
		return fault.New(fault.Invalid, "parameter %s is given %d times", many.ParamName, many.Count).WithHint("Give it once.")
	case errors.As(err, &format):
		return fault.New(fault.Invalid, "parameter %s cannot be read", format.ParamName).WithHint("Give it once, as plain text.")
	default:
		return fault.New(fault.Invalid, "the parameters cannot be read").WithHint("GET /api/openapi.json has their form.")
	}
}
