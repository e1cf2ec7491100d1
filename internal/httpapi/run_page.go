package httpapi

import (
	"cmp"
	"context"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// defaultRunLimit is the limit of a list of runs if the request has none: there may be very many, and clients want the
// newest.
const defaultRunLimit = "25"

// runPage reads the paging parameters of a list of runs. It differs from other lists: it has a default limit, starts
// with the newest, and startingFrom may also be the number or the time of a run, in every order.
func (h *handlers) runPage(ctx context.Context, sees account.Visibility, params page.Params) (page.Request, error) {
	params = limitOr(params, defaultRunLimit)
	if params.OrderByDirection == nil {
		params.OrderByDirection = new("desc")
	}
	start := value(params.StartingFrom)
	moment, isMoment := parseRunMoment(start)
	if !isMoment && !isDigits(start) {
		return page.Parse(params, run.Order)
	}
	params.StartingFrom = nil
	request, err := page.Parse(params, run.Order)
	if err != nil {
		return request, err
	}
	if isMoment {
		request.After, err = h.afterMoment(ctx, sees, moment, request)
	} else {
		request.After, err = h.afterRun(ctx, sees, start, request.OrderBy)
	}
	return request, err
}

// limitOr returns the paging parameters of a list that may be very long: with a default limit if the request has none, or 0.
func limitOr(params page.Params, fallback string) page.Params {
	if strings.Trim(value(params.Limit), "0") == "" {
		params.Limit = &fallback
	}
	return params
}

// parseRunMoment parses a date-time or a date. Without a time zone it is in UTC.
func parseRunMoment(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateOnly} {
		if moment, err := time.Parse(layout, text); err == nil {
			return moment, true
		}
	}
	return time.Time{}, false
}

// afterRun returns the cursor after a run in an order.
func (h *handlers) afterRun(ctx context.Context, sees account.Visibility, number, orderBy string) (*page.Cursor, error) {
	if orderBy == "id" { // the run need not exist
		return &page.Cursor{Value: number, ID: number}, nil
	}
	id, err := parseRun(number)
	if err != nil {
		return nil, err
	}
	found, err := h.services.Runs.Find(ctx, sees, id)
	if err != nil {
		return nil, err
	}
	return new(runCursor(&found, orderBy)), nil
}

// runCursor returns the position of a run in an order.
func runCursor(r *run.Run, orderBy string) page.Cursor {
	cursor := page.Cursor{ID: ids.FormatNumber(r.ID)}
	switch orderBy {
	case "runType":
		cursor.Value = string(r.Type)
	case "runStatus":
		cursor.Value = string(r.Status)
	case "environmentID":
		cursor.Value = ids.FormatNumber(r.Environment)
	case "runStartTime":
		cursor.Value = momentValue(r.StartedAt)
	case "runEndTime":
		cursor.Value = momentValue(r.EndedAt)
	default:
		cursor.Value = cursor.ID
	}
	return cursor
}

// momentValue returns a time in a cursor; 0 for a time that has not been reached.
func momentValue(t time.Time) string {
	if t.IsZero() {
		return "0"
	}
	return strconv.FormatInt(t.UnixMilli(), 10)
}

// afterMoment returns the cursor after a moment. In an order by time that is the moment itself, whatever the id of a run.
// In any other order it is the run that was requested then: the first one at or after the moment if newer runs come first,
// else the last one up to it. The cursor is nil if there is no such run, because then all runs come after the moment.
func (h *handlers) afterMoment(ctx context.Context, sees account.Visibility, moment time.Time, request page.Request) (*page.Cursor, error) {
	if request.OrderBy == "runStartTime" || request.OrderBy == "runEndTime" {
		last := int64(math.MaxInt64)
		if request.Descending {
			last = 0
		}
		return &page.Cursor{Value: momentValue(moment), ID: strconv.FormatInt(last, 10)}, nil
	}
	nearest := run.Query{Sees: sees, From: moment, Page: page.Request{OrderBy: "id", Limit: 1}}
	if !request.Descending {
		nearest = run.Query{Sees: sees, To: moment.Add(time.Millisecond), Page: page.Request{OrderBy: "id", Descending: true, Limit: 1}}
	}
	found, err := h.services.Runs.List(ctx, nearest)
	if err != nil || len(found.Items) == 0 {
		return nil, err
	}
	return new(runCursor(&found.Items[0], cmp.Or(request.OrderBy, "id"))), nil
}
