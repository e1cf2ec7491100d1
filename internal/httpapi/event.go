package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// StreamEvents opens a stream of what happens to runs and their nodes.
func (h *handlers) StreamEvents(_ context.Context, r api.StreamEventsRequestObject) (api.StreamEventsResponseObject, error) {
	watched, err := parseWatch(r.Params)
	if err != nil {
		return nil, err
	}
	return &eventStream{handlers: h, watch: watched}, nil
}

// bindStream gives a stream its request: it outlives the first look at the credential, and looks again.
func (s *server) bindStream(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	if operation != "StreamEvents" {
		return next
	}
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		answer, err := next(ctx, w, r, request)
		if stream, ok := answer.(*eventStream); ok {
			stream.request = r
		}
		return answer, err
	}
}

// watch is what a stream shows.
type watch struct {
	run         ids.Run         // 0 is every run
	environment ids.Environment // 0 is every environment and workspace
	after       int64           // the mark of the last event that the client has
	resumes     bool            // the client has one
}

// parseWatch reads what is wanted. A browser that comes back repeats its query and adds the header, so the header is the
// newer of the two. What the ids name was looked for by the table of permissions.
func parseWatch(params api.StreamEventsParams) (watch, error) {
	var wanted watch
	var err error
	if params.RunID != nil {
		if wanted.run, err = parseRun(*params.RunID); err != nil {
			return watch{}, err
		}
	}
	if params.EnvironmentID != nil {
		if wanted.environment, err = parseEnvironment(*params.EnvironmentID); err != nil {
			return watch{}, err
		}
	}
	mark := value(params.LastEventID)
	if mark == "" && params.After != nil {
		mark = *params.After
		wanted.resumes = true // and if it is empty, it is wrong
	}
	if mark == "" && !wanted.resumes {
		return wanted, nil
	}
	wanted.resumes = true
	wanted.after, err = parseMark(mark)
	return wanted, err
}

func parseMark(text string) (int64, error) {
	mark, err := strconv.ParseInt(text, 10, 64)
	if err != nil || !isDigits(text) {
		return 0, fault.New(fault.Invalid, "%q is not the id of an event", text).
			WithHint("Send the id of the last event that you have, or none to begin with what runs now.")
	}
	return mark, nil
}

// watched is the scope of a stream: the run or the environment that it is about, else the organization.
func watched(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
	params := as[api.StreamEventsRequestObject](request).Params
	switch {
	case params.RunID != nil:
		return h.runPlace(ctx, actor, *params.RunID)
	case params.EnvironmentID != nil:
		return h.eitherPlace(ctx, actor, *params.EnvironmentID)
	default:
		return resource{}, nil
	}
}
