package httpapi

import (
	"context"
	"strconv"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// GetRunStatus returns the state of one run or, if the request names none, of the newest run and of the scheduler.
// Every client that waits for a run polls it, so its responses are cached and encoded by hand.
func (h *handlers) GetRunStatus(ctx context.Context, r api.GetRunStatusRequestObject) (api.GetRunStatusResponseObject, error) {
	named := r.Params.RunCounter
	if named == nil {
		named = r.Params.RunID
	}
	actor := actorOf(ctx)
	sees := actor.Sees()
	if named == nil {
		return h.cache.get(runStatusKey(sees, 0), func() (rawJSON, error) { return h.overview(ctx, sees) })
	}
	if r.Params.RunCounter != nil && r.Params.RunID != nil && *r.Params.RunCounter != *r.Params.RunID {
		return nil, fault.New(fault.Invalid, "runCounter and runID name two different runs").WithHint("Send one of them.")
	}
	id, err := parseRun(*named)
	if err != nil {
		return nil, err
	}
	return h.cache.get(runStatusKey(sees, id), func() (rawJSON, error) { return h.runStatus(ctx, sees, id) })
}

// runStatusKey identifies a response by everything that determines it. Run 0 is the overview. Users cannot enter the
// separator.
func runStatusKey(sees account.Visibility, id ids.Run) string {
	key := make([]byte, 0, 80)
	key = append(key, "runStatus\x00"...)
	key = append(key, sees.Organization...)
	key = append(key, 0)
	key = append(key, sees.User...)
	key = append(key, 0)
	key = strconv.AppendBool(key, sees.Everything)
	key = append(key, 0)
	return string(strconv.AppendInt(key, int64(id), 10))
}

func (h *handlers) overview(ctx context.Context, sees account.Visibility) (rawJSON, error) {
	overview, err := h.services.Runs.Overview(ctx, sees)
	if err != nil {
		return nil, err
	}
	body := h.appendRunStatus(nil, overview.Newest)
	body = append(body, `,"scheduler":{"waitingToRun":`...)
	body = strconv.AppendInt(body, int64(overview.Load.WaitingToRun), 10)
	body = append(body, `,"running":`...)
	body = strconv.AppendInt(body, int64(overview.Load.Running), 10)
	return append(body, "}}\n"...), nil
}

func (h *handlers) runStatus(ctx context.Context, sees account.Visibility, id ids.Run) (rawJSON, error) {
	found, err := h.services.Runs.Find(ctx, sees, id)
	if err != nil {
		return nil, err
	}
	return append(h.appendRunStatus(nil, &found), "}\n"...), nil
}

// appendRunStatus writes an api.RunStatusAnswer without its end. Every field is null if there is no run. Enum values
// and numbers need no escapes, and the link was escaped at startup.
func (h *handlers) appendRunStatus(body []byte, r *run.Run) []byte {
	if r == nil {
		return append(body, `{"environmentID":null,"runCounter":null,"runLink":null,"runStatus":null,"runType":null`...)
	}
	body = append(body, `{"environmentID":"`...)
	body = strconv.AppendInt(body, int64(r.Environment), 10)
	body = append(body, `","runCounter":`...)
	body = strconv.AppendInt(body, int64(r.ID), 10)
	body = append(body, `,"runLink":"`...)
	body = append(body, h.runLink...)
	body = strconv.AppendInt(body, int64(r.ID), 10)
	body = append(body, `","runStatus":"`...)
	body = append(body, r.Status...)
	body = append(body, `","runType":"`...)
	body = append(body, r.Type...)
	return append(body, '"')
}
