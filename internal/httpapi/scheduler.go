package httpapi

import (
	"context"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// StartRun starts a refresh. It ignores credentials in the body: they are for engines that sign in as the caller, and
// no supported engine does.
func (h *handlers) StartRun(ctx context.Context, r api.StartRunRequestObject) (api.StartRunResponseObject, error) {
	details, err := runRequest(r.Body)
	if err != nil {
		return nil, err
	}
	target, err := parseEnvironment(string(details.EnvironmentID))
	if err != nil {
		return nil, err
	}
	started, err := h.services.Runs.Start(ctx, actorOf(ctx), run.StartRequest{
		Target: target, Job: string(value(details.JobID)),
		Include: value(details.IncludeNodesSelector), Exclude: value(details.ExcludeNodesSelector),
		Parallelism: details.Parallelism,
		Force:       value(details.ForceIgnoreWorkspaceStatus),
		Parameters:  value(r.Body.Parameters), MergeParameters: value(r.Body.MergeParameters),
		Description: value(details.RefreshDescription), KeepFailingRows: details.KeepFailingRows,
		OnlyChanged: value(details.OnlyChanged), CreateOnly: value(details.CreateOnly),
	})
	if err != nil {
		return nil, err
	}
	return api.StartRun200JSONResponse{RunCounter: int64(started.ID)}, nil
}

// Rerun starts a run of the nodes that failed or did not run in another run.
func (h *handlers) Rerun(ctx context.Context, r api.RerunRequestObject) (api.RerunResponseObject, error) {
	details := r.Body.RunDetails
	name, err := runName(details.RunID, details.RunCounter)
	if err != nil {
		return nil, err
	}
	id, err := parseRun(name)
	if err != nil {
		return nil, err
	}
	started, err := h.services.Runs.Rerun(ctx, actorOf(ctx), run.RerunRequest{
		Run: id, Parameters: value(r.Body.Parameters),
		Force: value(details.ForceIgnoreWorkspaceStatus) || value(details.ForceIgnoreEnvironmentStatus),
	})
	if err != nil {
		return nil, err
	}
	return api.Rerun200JSONResponse{RunCounter: int64(started.ID)}, nil
}

// CancelRun cancels a run, or every run of an environment or workspace.
func (h *handlers) CancelRun(ctx context.Context, r api.CancelRunRequestObject) (api.CancelRunResponseObject, error) {
	name, err := runName(r.Body.RunID, r.Body.RunCounter)
	if err != nil {
		return nil, err
	}
	actor, where := actorOf(ctx), string(value(r.Body.EnvironmentID))
	if name != "" {
		return api.CancelRun204Response{}, h.cancelOne(ctx, actor, name, where)
	}
	environment, err := parseEnvironment(where)
	if err != nil {
		return nil, err
	}
	return api.CancelRun204Response{}, h.services.Runs.CancelIn(ctx, actor, environment)
}

// cancelOne cancels one run. If the request also names an environment, it must be that of the run: canceling the wrong
// run is worse than canceling none.
func (h *handlers) cancelOne(ctx context.Context, actor account.Actor, name, where string) error {
	id, err := parseRun(name)
	if err != nil {
		return err
	}
	if where != "" {
		found, err := h.services.Runs.Find(ctx, actor.Sees(), id)
		if err != nil {
			return err
		}
		if ids.FormatNumber(found.Environment) != where {
			return fault.New(fault.Invalid, "run %d is not in environment %s", id, where).
				WithHint("Send the run alone, or with its own environment.")
		}
	}
	return h.services.Runs.Cancel(ctx, actor, id)
}

// runName returns the run that a body names under either key; empty if it names none.
func runName(runID, runCounter *api.ID) (string, error) {
	name, alias := string(value(runID)), string(value(runCounter))
	switch {
	case name == "":
		return alias, nil
	case alias != "" && alias != name:
		return "", fault.New(fault.Invalid, "runCounter and runID name two different runs").WithHint("Send one of them.")
	default:
		return name, nil
	}
}
