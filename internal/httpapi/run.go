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
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// ListRuns gives a page of the runs that the actor can see.
func (h *handlers) ListRuns(ctx context.Context, r api.ListRunsRequestObject) (api.ListRunsResponseObject, error) {
	detail, err := flag("detail", r.Params.Detail)
	if err != nil {
		return nil, err
	}
	actor := actorOf(ctx)
	query, err := runQuery(actor.Sees(), r.Params)
	if err != nil {
		return nil, err
	}
	result, err := h.services.Runs.List(ctx, query)
	if err != nil {
		return nil, err
	}
	data, err := encodeRuns(result.Items, detail)
	if err != nil {
		return nil, err
	}
	info := pageInfo(query.Page, result)
	return api.ListRuns200JSONResponse{
		Data: data, Total: info.Total, Limit: info.Limit, Next: info.Next, OrderBy: info.OrderBy, OrderByDirection: info.OrderByDirection,
	}, nil
}

// runQuery reads what a list of runs shows.
func runQuery(sees account.Visibility, params api.ListRunsParams) (run.Query, error) {
	query := run.Query{Sees: sees, Type: run.Type(value(params.RunType)), Status: run.Status(value(params.RunStatus))}
	if err := knownWord("runType", params.RunType, run.Deploy, run.Refresh); err != nil {
		return query, err
	}
	if err := knownWord("runStatus", params.RunStatus, run.WaitingToRun, run.Running, run.Completed, run.Failed, run.Canceled); err != nil {
		return query, err
	}
	if params.EnvironmentID != nil {
		id, ok := ids.ParseNumber[ids.Environment](*params.EnvironmentID)
		if !ok {
			return query, fault.New(fault.Invalid, "environmentID cannot be %q", *params.EnvironmentID).
				WithHint("It is the number of an environment or of a workspace.")
		}
		query.Environment = id
	}
	var err error
	query.Page, err = runPage(page.Params{
		Limit: params.Limit, StartingFrom: params.StartingFrom, OrderBy: params.OrderBy, OrderByDirection: params.OrderByDirection,
	})
	return query, err
}

// knownWord refuses a word of the query that is none of those that there are. An absent one passes.
func knownWord[T ~string](name string, word *string, words ...T) error {
	if word == nil || slices.Contains(words, T(*word)) {
		return nil
	}
	known := strings.Join(present(words, func(w T) string { return string(w) }), ", ")
	return fault.New(fault.Invalid, "%s cannot be %q", name, *word).WithHint("It is one of %s.", known)
}

func encodeRuns(runs []run.Run, detail bool) ([]json.RawMessage, error) {
	encoded := make([]json.RawMessage, len(runs))
	for i := range runs {
		var shape any = presentRunSummary(&runs[i])
		if detail {
			shape = presentRun(&runs[i])
		}
		raw, err := json.Marshal(shape)
		if err != nil {
			return nil, err
		}
		encoded[i] = raw
	}
	return encoded, nil
}

// GetRun gives a run with the nodes that it is about.
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
	shape := presentRun(&found)
	if found.Type == run.Refresh {
		nodes, err := h.services.Runs.NodeIDs(ctx, actor.Sees(), id)
		if err != nil {
			return nil, err
		}
		shape.RunDetails.Nodes = new(present(nodes, presentRunNode))
	}
	return api.GetRun200JSONResponse(shape), nil
}

// GetRunResults gives what is known about the nodes of a run, also while it goes on.
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

// parseRun reads the number of a run. What is no number is invalid; a number that no run can have was not found.
func parseRun(text string) (ids.Run, error) {
	if text == "" {
		return 0, fault.New(fault.Invalid, "the run is missing").WithHint("Give the number of a run; a rerun names it as runDetails.runID.")
	}
	if !isDigits(text) {
		return 0, fault.New(fault.Invalid, "%q is not the number of a run", text).WithHint("A run is named by its number, like 402.")
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
