package httpapi

import (
	"math"
	"strconv"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// runsWithoutLimit is how many runs a list has when nobody says: there may be very many, and the newest are wanted.
const runsWithoutLimit = "25"

// runPage reads the paging parameters of a list of runs, which differs from other lists: it has a limit when none is
// asked for, begins with the newest, and startingFrom may be what people know of a run, its number or its time.
func runPage(params page.Params) (page.Request, error) {
	if params.Limit == nil {
		params.Limit = new(runsWithoutLimit)
	}
	if params.OrderByDirection == nil {
		params.OrderByDirection = new("desc")
	}
	place := value(params.StartingFrom)
	number := isDigits(place)
	moment, notTime := time.Parse(time.RFC3339Nano, place)
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
		request.After = &page.Cursor{Value: place, ID: place}
	case !number && byTime:
		request.After = new(afterMoment(moment, request.Descending))
	default:
		return request, fault.New(fault.Invalid, "startingFrom %q does not fit orderBy=%s", place, request.OrderBy).
			WithHint("The number of a run fits id, a date-time fits runStartTime and runEndTime; the `next` of a page fits its own order.")
	}
	return request, nil
}

// afterMoment is the place behind everything of a moment, whatever its id.
func afterMoment(moment time.Time, descending bool) page.Cursor {
	last := int64(math.MaxInt64)
	if descending {
		last = 0
	}
	return page.Cursor{Value: strconv.FormatInt(moment.UnixMilli(), 10), ID: strconv.FormatInt(last, 10)}
}
