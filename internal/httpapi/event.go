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

// StreamEvents opens a stream of the changes of runs and their nodes.
func (h *handlers) StreamEvents(_ context.Context, r api.StreamEventsRequestObject) (api.StreamEventsResponseObject, error) {
	selected, err := parseSubscription(r.Params)
	if err != nil {
		return nil, err
	}
	return &eventStream{handlers: h, subscription: selected}, nil
}

// bindStream passes the request to a stream, which outlives the first check of the credential and repeats it.
func (s *server) bindStream(next api.StrictHandlerFunc, operation string) api.StrictHandlerFunc {
	if operation != "StreamEvents" {
		return next
	}
	return func(ctx context.Context, w http.ResponseWriter, r *http.Request, request any) (any, error) {
		response, err := next(ctx, w, r, request)
		if stream, ok := response.(*eventStream); ok {
			stream.request = r
		}
		return response, err
	}
}

// subscription selects the events of a stream.
type subscription struct {
	run         ids.Run         // 0 selects every run
	environment ids.Environment // 0 selects every environment and workspace
	after       int64           // the sequence of the last event that the client received
	resumes     bool            // the client sent a sequence
}

// parseSubscription reads what the client subscribes to. A browser that reconnects repeats its query and adds the
// header, so the header is newer than the query. The permission table has already resolved the ids.
func parseSubscription(params api.StreamEventsParams) (subscription, error) {
	var selected subscription
	var err error
	if params.RunID != nil {
		if selected.run, err = parseRun(*params.RunID); err != nil {
			return subscription{}, err
		}
	}
	if params.EnvironmentID != nil {
		if selected.environment, err = parseEnvironment(*params.EnvironmentID); err != nil {
			return subscription{}, err
		}
	}
	sequence := value(params.LastEventID)
	if sequence == "" && params.After != nil {
		sequence = *params.After
		selected.resumes = true // an empty header is invalid
	}
	if sequence == "" && !selected.resumes {
		return selected, nil
	}
	selected.resumes = true
	selected.after, err = parseSequence(sequence)
	return selected, err
}

func parseSequence(text string) (int64, error) {
	sequence, err := strconv.ParseInt(text, 10, 64)
	if err != nil || !isDigits(text) {
		return 0, fault.New(fault.Invalid, "%q is not the id of an event", text).
			WithHint("Send the id of the last event that you received, or omit it to start with the active runs.")
	}
	return sequence, nil
}

// subscriptionResource resolves a stream to its run or environment, or to the organization if the request names
// neither.
func subscriptionResource(ctx context.Context, h *handlers, actor account.Actor, request any) (resource, error) {
	params := as[api.StreamEventsRequestObject](request).Params
	switch {
	case params.RunID != nil:
		return h.runResource(ctx, actor, *params.RunID)
	case params.EnvironmentID != nil:
		return h.runTargetResource(ctx, actor, *params.EnvironmentID)
	default:
		return resource{}, nil
	}
}
