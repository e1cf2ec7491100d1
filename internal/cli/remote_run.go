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

// runID is a run of which nothing but its number is said.
type runID struct {
	ID json.Number `json:"id"`
}

func newRunID(id string) runID { return runID{json.Number(id)} }

// fetchRun asks a server for a run and its results.
func fetchRun(ctx context.Context, server *client.Client, id string) (progress.Snapshot, error) {
	found, err := fetchResults(ctx, server, id)
	return found.Snapshot, err
}

// fetchResults also gives why nodes were built or not. The run comes first: when it is over, its results are the last ones.
func fetchResults(ctx context.Context, server *client.Client, id string) (results, error) {
	found, err := server.GetRun(ctx, id)
	if err != nil {
		return results{}, err
	}
	list, err := server.GetRunResults(ctx, id)
	if err != nil {
		return results{}, err
	}
	r := results{Snapshot: snapshotOf(found), reasons: map[string]string{}}
	for i := range list.Data {
		result := &list.Data[i]
		r.Nodes = append(r.Nodes, nodeOf(result))
		r.reasons[result.NodeID] = orZero(result.Reason)
	}
	return r, nil
}

// notOurs is the fault for a good answer that is not what the interface says.
func notOurs() error {
	return fault.New(fault.Unavailable, "what answered is not a Millrace server").WithHint("Look at --server and %s.", serverVariable)
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
		Problem: problemOf(result.Error), TestFailures: orZero(result.HasTestFailures),
		Started: timeOf(result.StartTime), Ended: timeOf(result.EndTime),
	}
	if location := orZero(result.LocationName); location != "" {
		n.Name = location + "." + n.Name
	}
	n.IsLeftOut = orZero(result.Reason) != "" && n.State == run.NodeComplete && len(result.QueryResults) == 0
	for i := range result.QueryResults {
		n.Stages = append(n.Stages, stageOf(&result.QueryResults[i]))
	}
	return n
}

func stageOf(query *api.QueryResult) progress.Stage {
	return progress.Stage{
		Name: query.Name, Kind: plan.StageKind(query.Type), State: stageState(query.Status), Problem: problemOf(query.Error),
		Started: timeOf(query.StartTime), Ended: timeOf(query.EndTime), FailingRows: rowsOf(query.FailingRows),
		IsWork: progress.IsWork(query.SQL),
		Counts: engine.Counts{
			Inserted: orZero(query.RowsInserted), Updated: orZero(query.RowsUpdated), Deleted: orZero(query.RowsDeleted),
		},
	}
}

// stageState knows the one word that queries have for themselves.
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

// timeOf reads a moment; one that is missing or makes no sense is zero.
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

// orZero is what a field of an answer holds; the zero value when it was left out.
func orZero[T any](field *T) T {
	if field == nil {
		var zero T
		return zero
	}
	return *field
}
