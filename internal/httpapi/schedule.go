package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/schedule"
)

// ListSchedules returns the schedules that the actor can see.
func (h *handlers) ListSchedules(ctx context.Context, r api.ListSchedulesRequestObject) (api.ListSchedulesResponseObject, error) {
	request, err := page.Parse(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	}, schedule.Order)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	query := schedule.Query{Sees: actor.Sees(), Page: request}
	if r.Params.Environment != nil {
		id, ok := ids.ParseNumber[ids.Environment](*r.Params.Environment)
		if !ok {
			return nil, fault.New(fault.Invalid, "environment cannot be %q", *r.Params.Environment).WithHint("Send the number of an environment.")
		}
		query.Environment = id
	}
	result, err := h.services.Schedules.List(ctx, query)
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListSchedules200JSONResponse{
		Data:  present(result.Items, h.presentSchedule),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// CreateSchedule creates a schedule.
func (h *handlers) CreateSchedule(ctx context.Context, r api.CreateScheduleRequestObject) (api.CreateScheduleResponseObject, error) {
	wanted, err := newSchedule(r.Body)
	if err != nil {
		return nil, err
	}
	created, err := h.services.Schedules.Create(ctx, actorOf(ctx), wanted)
	if err != nil {
		return nil, err
	}
	return api.CreateSchedule201JSONResponse(h.presentSchedule(created)), nil
}

// GetSchedule returns a schedule.
func (h *handlers) GetSchedule(ctx context.Context, r api.GetScheduleRequestObject) (api.GetScheduleResponseObject, error) {
	found, err := h.services.Schedules.Get(ctx, actorOf(ctx).Organization, ids.Schedule(r.ScheduleID))
	if err != nil {
		return nil, err
	}
	return api.GetSchedule200JSONResponse(h.presentSchedule(found)), nil
}

// UpdateSchedule changes a schedule. Null clears a field.
func (h *handlers) UpdateSchedule(ctx context.Context, r api.UpdateScheduleRequestObject) (api.UpdateScheduleResponseObject, error) {
	changed, err := h.services.Schedules.Update(ctx, actorOf(ctx), ids.Schedule(r.ScheduleID), func(s *schedule.Schedule) error {
		readOnly := readOnlyField{field: "environmentID", value: ids.FormatNumber(s.Environment), hint: "Create a schedule for that environment."}
		if err := readOnly.check(string(value(r.Body.EnvironmentID))); err != nil {
			return err
		}
		return changeSchedule(s, r.Body)
	})
	if err != nil {
		return nil, err
	}
	return api.UpdateSchedule200JSONResponse(h.presentSchedule(changed)), nil
}

// DeleteSchedule deletes a schedule.
func (h *handlers) DeleteSchedule(ctx context.Context, r api.DeleteScheduleRequestObject) (api.DeleteScheduleResponseObject, error) {
	return api.DeleteSchedule204Response{}, h.services.Schedules.Delete(ctx, actorOf(ctx), ids.Schedule(r.ScheduleID))
}

// TakeOverSchedule makes the caller the owner of a schedule.
func (h *handlers) TakeOverSchedule(ctx context.Context, r api.TakeOverScheduleRequestObject) (api.TakeOverScheduleResponseObject, error) {
	changed, err := h.services.Schedules.TakeOver(ctx, actorOf(ctx), ids.Schedule(r.ScheduleID))
	if err != nil {
		return nil, err
	}
	return api.TakeOverSchedule200JSONResponse(h.presentSchedule(changed)), nil
}

// RunScheduleNow fires a schedule on request.
func (h *handlers) RunScheduleNow(ctx context.Context, r api.RunScheduleNowRequestObject) (api.RunScheduleNowResponseObject, error) {
	started, err := h.services.Schedules.Run(ctx, actorOf(ctx), ids.Schedule(r.ScheduleID))
	if err != nil {
		return nil, err
	}
	return api.RunScheduleNow200JSONResponse{RunCounter: int64(started)}, nil
}

// defaultTimes is how many due times a preview has by default, and how many each schedule shows.
const defaultTimes = 5

// PreviewSchedule returns when a cron expression would fire.
func (h *handlers) PreviewSchedule(_ context.Context, r api.PreviewScheduleRequestObject) (api.PreviewScheduleResponseObject, error) {
	preview := schedule.Preview{Cron: r.Body.Cron, TimeZone: value(r.Body.TimeZone), Count: defaultTimes}
	if r.Body.Count != nil {
		preview.Count = *r.Body.Count
	}
	if r.Body.After != nil {
		var err error
		if preview.After, err = parseMoment("after", *r.Body.After); err != nil {
			return nil, err
		}
	}
	due, err := h.services.Schedules.Preview(preview)
	if err != nil {
		return nil, err
	}
	return api.PreviewSchedule200JSONResponse{Times: present(due.Times, timestamp), ClockChange: presentClockChange(due.Change)}, nil
}

// ListFirings returns the firings of a schedule, newest first by default.
func (h *handlers) ListFirings(ctx context.Context, r api.ListFiringsRequestObject) (api.ListFiringsResponseObject, error) {
	request, err := firingPage(page.Params{
		Limit: r.Params.Limit, StartingFrom: r.Params.StartingFrom, OrderBy: r.Params.OrderBy, OrderByDirection: r.Params.OrderByDirection,
	})
	if err != nil {
		return nil, err
	}
	states, err := schedule.ParseFiringStates(value(r.Params.State))
	if err != nil {
		return nil, err
	}
	result, err := h.services.Schedules.Firings(ctx, schedule.FiringQuery{
		Organization: actorOf(ctx).Organization, Schedule: ids.Schedule(r.ScheduleID), States: states, Page: request,
	})
	if err != nil {
		return nil, err
	}
	info := pageInfo(request, result)
	return api.ListFirings200JSONResponse{
		Data:  present(result.Items, presentFiring),
		Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// firingPage reads the paging parameters of a list of firings. There may be very many, and clients want the newest.
func firingPage(params page.Params) (page.Request, error) {
	if params.OrderByDirection == nil {
		params.OrderByDirection = new("desc")
	}
	return page.Parse(limitOr(params, defaultRunLimit), schedule.FiringOrder)
}
