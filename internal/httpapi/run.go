package httpapi

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
)

// ListRuns returns a page of the runs that the actor can see. Its responses are cached, except those that show nodes of runs
// that have not ended: results of nodes do not change the revision.
func (h *handlers) ListRuns(ctx context.Context, r api.ListRunsRequestObject) (api.ListRunsResponseObject, error) {
	actor := actorOf(ctx)
	return h.cache.getIf(runsKey(actor.Sees(), r.Params), func() (rawJSON, bool, error) {
		detail, err := flag("detail", r.Params.Detail)
		if err != nil {
			return nil, false, err
		}
		query, err := h.runQuery(ctx, actor.Sees(), r.Params)
		if err != nil {
			return nil, false, err
		}
		result, err := h.services.Runs.List(ctx, query)
		if err != nil {
			return nil, false, err
		}
		data, err := h.encodeRuns(ctx, actor.Organization, result.Items, detail)
		if err != nil {
			return nil, false, err
		}
		info := pageInfo(query.Page, result)
		body, err := json.Marshal(api.RunList{
			Data: data, Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
		})
		return body, !detail || allOver(result.Items), err
	})
}

// runsKey identifies a response by everything that determines it, as environmentsKey does.
func runsKey(sees account.Visibility, p api.ListRunsParams) string {
	return responseKey("runs", sees, p.Detail, p.RunType, p.RunStatus, p.EnvironmentID, p.ProjectID, p.JobID, p.ScheduleID, p.From, p.To,
		p.Search, p.FailedTests, p.Unresolved, p.Limit, p.StartingFrom, p.OrderBy, p.OrderByDirection)
}

func allOver(runs []run.Run) bool {
	return !slices.ContainsFunc(runs, func(r run.Run) bool { return !r.Status.IsOver() })
}

// checkEnum rejects a query value that is not in the list. An absent value passes.
func checkEnum[T ~string](name string, text *string, allowed ...T) error {
	if text == nil || slices.Contains(allowed, T(*text)) {
		return nil
	}
	known := strings.Join(present(allowed, func(w T) string { return string(w) }), ", ")
	return fault.New(fault.Invalid, "%s cannot be %q", name, *text).WithHint("Send one of %s.", known)
}

// encodeRuns encodes the runs of a list. Only detailed lists need the descriptions, which cost further queries.
func (h *handlers) encodeRuns(ctx context.Context, organization ids.Organization, runs []run.Run, detail bool) ([]json.RawMessage, error) {
	var described map[ids.Run]run.Description
	if detail && len(runs) > 0 {
		var err error
		if described, err = h.services.Runs.Describe(ctx, organization, runs); err != nil {
			return nil, err
		}
	}
	encoded := make([]json.RawMessage, len(runs))
	for i := range runs {
		var shape any = presentRunSummary(&runs[i])
		if detail {
			shape = presentRun(&runs[i], described[runs[i].ID])
		}
		raw, err := json.Marshal(shape)
		if err != nil {
			return nil, err
		}
		encoded[i] = raw
	}
	return encoded, nil
}

// GetRun returns a run with its nodes.
func (h *handlers) GetRun(ctx context.Context, r api.GetRunRequestObject) (api.GetRunResponseObject, error) {
	id, err := parseRun(r.RunID)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	found, err := h.services.Runs.Find(ctx, actor.Sees(), id)
	if err != nil {
		return nil, err
	}
	described, err := h.services.Runs.Describe(ctx, actor.Organization, []run.Run{found})
	if err != nil {
		return nil, err
	}
	shape := presentRun(&found, described[found.ID])
	if found.Type == run.Refresh {
		nodes, err := h.services.Runs.NodeIDs(ctx, actor.Sees(), id)
		if err != nil {
			return nil, err
		}
		shape.RunDetails.Nodes = new(present(nodes, presentRunNode))
	}
	shape.WaitingFor, err = h.waitingFor(ctx, &found)
	return api.GetRun200JSONResponse(shape), err
}

// waitingFor returns why no worker claims a run; nil if there is no reason but its turn.
func (h *handlers) waitingFor(ctx context.Context, r *run.Run) (*api.RunWait, error) {
	if r.Status.IsOver() {
		return nil, nil //nolint:nilnil // the field is left out
	}
	wait, some, err := h.services.Workers.Explain(ctx, r.Organization, r.ID)
	if err != nil || !some {
		return nil, err
	}
	return &api.RunWait{Reason: wait.Reason, Hint: wait.Hint}, nil
}

// GetRunResults returns the results of the nodes of a run, also while it is running.
func (h *handlers) GetRunResults(ctx context.Context, r api.GetRunResultsRequestObject) (api.GetRunResultsResponseObject, error) {
	id, err := parseRun(r.RunID)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	results, err := h.services.Runs.Results(ctx, actor.Sees(), id)
	if err != nil {
		return nil, err
	}
	return api.GetRunResults200JSONResponse(presentResults(results)), nil
}

// GetRunNodeSource returns the file of a node as it was when the run was planned.
func (h *handlers) GetRunNodeSource(ctx context.Context, r api.GetRunNodeSourceRequestObject) (api.GetRunNodeSourceResponseObject, error) {
	id, err := parseRun(r.RunID)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	found, err := h.services.Runs.NodeSource(ctx, actor.Sees(), id, r.NodeID)
	if err != nil {
		return nil, err
	}
	return api.GetRunNodeSource200JSONResponse{File: found.Path, Text: found.Text}, nil
}

// parseRun parses the number of a run. A text that is not a number is invalid; a number that no run can have is not
// found.
func parseRun(text string) (ids.Run, error) {
	if text == "" {
		return 0, fault.New(fault.Invalid, "the run is missing").WithHint("Send the number of a run; a rerun sends it as runDetails.runID.")
	}
	if !isDigits(text) {
		return 0, fault.New(fault.Invalid, "%q is not the number of a run", text).WithHint("Send a number such as 402.")
	}
	id, ok := ids.ParseNumber[ids.Run](text)
	if !ok {
		return 0, run.NotFound(text)
	}
	return id, nil
}

func isDigits(text string) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return text != ""
}
