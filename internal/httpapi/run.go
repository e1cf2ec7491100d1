package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// GetRunStatus gives the state of one run, or, when none is named, of the newest and of the scheduler.
func (h *handlers) GetRunStatus(ctx context.Context, r api.GetRunStatusRequestObject) (api.GetRunStatusResponseObject, error) {
	named := r.Params.RunCounter
	if named == nil {
		named = r.Params.RunID
	}
	actor := actorOf(ctx)
	if named == nil {
		overview, err := h.services.Runs.Overview(ctx, actor.Sees())
		if err != nil {
			return nil, err
		}
		return api.GetRunStatus200JSONResponse(h.presentOverview(overview)), nil
	}
	if r.Params.RunCounter != nil && r.Params.RunID != nil && *r.Params.RunCounter != *r.Params.RunID {
		return nil, fault.New(fault.Invalid, "runCounter and runID name two different runs").WithHint("Send one of them.")
	}
	id, err := parseRun(*named)
	if err != nil {
		return nil, err
	}
	found, err := h.services.Runs.Get(ctx, actor.Sees(), id)
	if err != nil {
		return nil, err
	}
	return api.GetRunStatus200JSONResponse(h.presentRunStatus(&found)), nil
}

// parseRun reads the number of a run. What is no number is invalid; a number that no run can have was not found.
func parseRun(text string) (ids.Run, error) {
	if text == "" {
		return 0, fault.New(fault.Invalid, "the run is missing").WithHint("Give the number of a run.")
	}
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, fault.New(fault.Invalid, "%q is not the number of a run", text).WithHint("A run is named by its number, like 402.")
		}
	}
	id, ok := ids.ParseNumber[ids.Run](text)
	if !ok {
		return 0, run.NotFound(text)
	}
	return id, nil
}

func (h *handlers) presentOverview(overview run.Overview) api.RunStatusAnswer {
	shape := h.presentRunStatus(overview.Newest)
	shape.Scheduler = &api.SchedulerLoad{Running: overview.Load.Running, WaitingToRun: overview.Load.WaitingToRun}
	return shape
}

// presentRunStatus shapes the state of a run; every field is null when there is none.
func (h *handlers) presentRunStatus(r *run.Run) api.RunStatusAnswer {
	var shape api.RunStatusAnswer
	if r == nil {
		shape.RunStatus.SetNull()
		shape.RunType.SetNull()
		shape.RunLink.SetNull()
		shape.RunCounter.SetNull()
		shape.EnvironmentID.SetNull()
		return shape
	}
	shape.RunStatus.Set(string(r.Status))
	shape.RunType.Set(string(r.Type))
	shape.RunLink.Set(h.baseURL + "/runs/" + ids.FormatNumber(r.ID))
	shape.RunCounter.Set(int64(r.ID))
	shape.EnvironmentID.Set(ids.FormatNumber(r.Environment))
	return shape
}
