package httpapi

import (
	"math"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// defaultRunLimit is the limit of a list of runs if the request has none: there may be very many, and clients want the
// newest.
const defaultRunLimit = "25"

// runPage reads the paging parameters of a list of runs. It differs from other lists: it has a default limit, starts
// with the newest, and startingFrom may also be the number or the time of a run.
func runPage(params page.Params) (page.Request, error) {
	if params.Limit == nil {
		params.Limit = new(defaultRunLimit)
	}
	if params.OrderByDirection == nil {
		params.OrderByDirection = new("desc")
	}
	start := value(params.StartingFrom)
	number := isDigits(start)
	moment, notTime := time.Parse(time.RFC3339Nano, start)
	if !number && notTime != nil {
		return page.Parse(params, run.Order)
	}
	params.StartingFrom = nil
	request, err := page.Parse(params, run.Order)
	if err != nil {
		return request, err
	}
	switch byTime := request.OrderBy == "runStartTime" || request.OrderBy == "runEndTime"; {
	case number && request.OrderBy == "id":
		request.After = &page.Cursor{Value: start, ID: start}
	case !number && byTime:
		request.After = new(afterMoment(moment, request.Descending))
	default:
		return request, fault.New(fault.Invalid, "startingFrom %q does not fit orderBy=%s", start, request.OrderBy).
			WithHint("Send a run number with orderBy=id, a date-time with runStartTime or runEndTime, or the `next` of a page with the order of that page.")
	}
	return request, nil
}

// afterMoment returns the cursor after everything of a moment, whatever its id.
func afterMoment(moment time.Time, descending bool) page.Cursor {
	last := int64(math.MaxInt64)
	if descending {
		last = 0
	}
	return page.Cursor{Value: strconv.FormatInt(moment.UnixMilli(), 10), ID: strconv.FormatInt(last, 10)}
}
