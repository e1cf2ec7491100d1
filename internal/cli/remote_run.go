package cli

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/progress"
	"github.com/millrace/millrace/internal/run"
)

// runArgument reads the number of a run from the command line.
func runArgument(text string) (string, error) {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil || number < 1 {
		return "", fault.New(fault.Invalid, "%q is not the number of a run", text).WithHint("`millrace runs` lists the runs.")
	}
	return strconv.FormatInt(number, 10), nil
}

// runID is the JSON output of a run that has just been accepted.
type runID struct {
	ID json.Number `json:"id"`
}

func newRunID(id string) runID { return runID{json.Number(id)} }

// fetchRun reads a run and its results. It reads the run first, so that the results of an ended run are final.
func fetchRun(ctx context.Context, server *client.Client, id string) (progress.Snapshot, error) {
	found, err := server.GetRun(ctx, id)
	if err != nil {
		return progress.Snapshot{}, err
	}
	list, err := server.GetRunResults(ctx, id)
	if err != nil {
		return progress.Snapshot{}, err
	}
	s := snapshotOf(found)
	for i := range list.Data {
		s.Nodes = append(s.Nodes, nodeOf(&list.Data[i]))
	}
	return s, nil
}

// notMillraceFault is the fault for a successful response that the API does not describe.
func notMillraceFault() error {
	return fault.New(fault.Unavailable, "the response does not come from a Millrace server").WithHint("Check --server and %s.", serverVariable)
}

func snapshotOf(found *api.RunInfo) progress.Snapshot {
	return progress.Snapshot{
		Run: found.ID, Environment: found.EnvironmentID, Status: run.Status(found.RunStatus), Reason: orZero(found.RunFailureReason),
		Started: timeOf(found.RunStartTime), Ended: timeOf(found.RunEndTime), At: time.Now(),
	}
}

func nodeOf(result *api.NodeResult) progress.Node {
	n := progress.Node{
		ID: result.NodeID, Name: result.Name, Type: orZero(result.NodeType), State: run.NodeState(result.RunState),
		Problem: problemOf(result.Error), FailedTests: orZero(result.FailedTests),
		Started: timeOf(result.StartTime), Ended: timeOf(result.EndTime), Reason: orZero(result.Reason),
	}
	if location := orZero(result.LocationName); location != "" {
		n.Name = location + "." + n.Name
	}
	n.IsLeftOut = n.Reason != "" && n.State == run.NodeComplete && len(result.QueryResults) == 0
	for i := range result.QueryResults {
		n.Stages = append(n.Stages, stageOf(&result.QueryResults[i]))
	}
	return n
}

func stageOf(query *api.QueryResult) progress.Stage {
	stage := progress.Stage{
		Name: query.Name, Kind: plan.StageKind(query.Type), State: stageState(query.Status), Problem: problemOf(query.Error),
		Started: timeOf(query.StartTime), Ended: endOf(query), FailedRows: orZero(query.FailedRows), FailingRows: rowsOf(query.FailingRows),
		IsWork: progress.IsWork(query.SQL),
		Counts: engine.Counts{
			Inserted: orZero(query.RowsInserted), Updated: orZero(query.RowsUpdated), Deleted: orZero(query.RowsDeleted),
		},
	}
	if p := query.Progress; p != nil {
		stage.Progress = &engine.Progress{
			State: orZero(p.State), CompletedParts: orZero(p.CompletedParts), TotalParts: orZero(p.TotalParts), ReadRows: orZero(p.ReadRows),
		}
	}
	return stage
}

// stageState converts the status of a query. Only "success" differs from the states of nodes.
func stageState(status string) run.NodeState {
	if status == "success" {
		return run.NodeComplete
	}
	return run.NodeState(status)
}

func problemOf(text *api.ErrorText) *run.Problem {
	if text == nil {
		return nil
	}
	return &run.Problem{Message: text.ErrorString, Hint: text.ErrorDetail}
}

func rowsOf(found *api.FailingRows) *engine.Rows {
	if found == nil {
		return nil
	}
	rows := &engine.Rows{Values: found.Values, More: found.More}
	for _, column := range found.Columns {
		rows.Columns = append(rows.Columns, engine.Column{Name: column.Name, Type: column.Type})
	}
	return rows
}

// endOf returns when a query ended; the zero time while it runs.
func endOf(query *api.QueryResult) time.Time {
	end, err := query.EndTime.Get()
	if err != nil {
		return time.Time{}
	}
	return timeOf(&end)
}

// timeOf parses a time; a missing or malformed one is zero.
func timeOf(text *api.Timestamp) time.Time {
	if text == nil {
		return time.Time{}
	}
	at, err := time.Parse(time.RFC3339, *text)
	if err != nil {
		return time.Time{}
	}
	return at
}

// orZero returns the value of a field, or the zero value for nil.
func orZero[T any](field *T) T {
	if field == nil {
		var zero T
		return zero
	}
	return *field
}
