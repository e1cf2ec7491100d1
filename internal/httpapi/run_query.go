package httpapi

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/page"
	"github.com/millrace/millrace/internal/run"
)

// runQuery reads the filters of a list of runs.
func (h *handlers) runQuery(ctx context.Context, sees account.Visibility, params api.ListRunsParams) (run.Query, error) {
	query := run.Query{
		Sees: sees, Type: run.Type(value(params.RunType)), Status: run.Status(value(params.RunStatus)),
		Project: ids.Project(value(params.ProjectID)), Job: value(params.JobID), Schedule: ids.Schedule(value(params.ScheduleID)),
	}
	if err := checkEnum("runType", params.RunType, run.Deploy, run.Refresh); err != nil {
		return query, err
	}
	if err := checkEnum("runStatus", params.RunStatus, run.WaitingToRun, run.Running, run.Completed, run.Failed, run.Canceled); err != nil {
		return query, err
	}
	if params.EnvironmentID != nil {
		id, ok := ids.ParseNumber[ids.Environment](*params.EnvironmentID)
		if !ok {
			return query, fault.New(fault.Invalid, "environmentID cannot be %q", *params.EnvironmentID).
				WithHint("Send the number of an environment or a workspace.")
		}
		query.Environment = id
	}
	if err := readRunConditions(&query, params); err != nil {
		return query, err
	}
	var err error
	query.Page, err = h.runPage(ctx, sees, page.Params{
		Limit: params.Limit, StartingFrom: params.StartingFrom, OrderBy: params.OrderBy, OrderByDirection: params.OrderByDirection,
	})
	return query, err
}

// readRunConditions reads the filters by time, text and outcome.
func readRunConditions(query *run.Query, params api.ListRunsParams) (err error) {
	if query.From, err = queryTime("from", params.From); err != nil {
		return err
	}
	if query.To, err = queryTime("to", params.To); err != nil {
		return err
	}
	if query.FailedTests, err = flag("failedTests", params.FailedTests); err != nil {
		return err
	}
	if query.Unresolved, err = flag("unresolved", params.Unresolved); err != nil {
		return err
	}
	query.Search = value(params.Search)
	if utf8.RuneCountInString(query.Search) > run.MaxSearch {
		return fault.New(fault.Invalid, "search is longer than %d characters", run.MaxSearch).WithHint("Send a shorter text.")
	}
	return nil
}

// queryTime parses an optional date-time of a query.
func queryTime(name string, text *string) (time.Time, error) {
	if text == nil {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339Nano, *text)
	if err != nil {
		return time.Time{}, fault.New(fault.Invalid, "%s cannot be %q", name, *text).WithHint("Send a date-time such as 2026-01-31T08:15:00Z.")
	}
	return at, nil
}
