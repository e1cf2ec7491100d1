package httpapi

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/oapi-codegen/nullable"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// runVersion is the version of the wire shape of runs.
const runVersion = 1

func presentRunSummary(r *run.Run) api.RunSummary {
	return api.RunSummary{
		ID: int64(r.ID), RunType: api.RunType(r.Type), RunStatus: api.RunStatus(r.Status),
		EnvironmentID: ids.FormatNumber(r.Environment), ReRunID: optionalRun(r.RerunOf),
		RunStartTime: optionalTime(r.StartedAt), RunEndTime: optionalTime(r.EndedAt), RunFailureReason: optional(r.FailureReason),
		FailedTests: r.FailedTests,
	}
}

// presentRun presents a run without the list of its nodes, which is in its plan.
func presentRun(r *run.Run, described run.Description) api.RunInfo {
	summary := presentRunSummary(r)
	shape := api.RunInfo{
		ID: summary.ID, RunType: summary.RunType, RunStatus: summary.RunStatus, EnvironmentID: summary.EnvironmentID,
		ReRunID: summary.ReRunID, RunStartTime: summary.RunStartTime, RunEndTime: summary.RunEndTime,
		RunFailureReason: summary.RunFailureReason, FailedTests: summary.FailedTests, RunDetails: presentRunDetails(r), RunTimeParameters: r.Parameters,
		UserID: optional(string(r.StartedBy)), RunHistory: &[]map[string]any{}, Version: new(runVersion),
		CreatedAt: optionalTime(r.CreatedAt), StartedBy: presentStarter(described.Starter),
		NodeCounts: presentNodeCounts(described.NodeCounts), FirstError: presentFirstError(described.FirstError),
		UsualDuration: optionalDuration(described.UsualDuration), ResolvedBy: optionalNumber(described.ResolvedBy),
	}
	if described.IsUnresolved {
		shape.IsUnresolved = new(true)
	}
	if len(shape.RunTimeParameters) == 0 {
		shape.RunTimeParameters = json.RawMessage("{}")
	}
	return shape
}

func presentRunDetails(r *run.Run) api.RunDetails {
	details := r.Details
	shape := api.RunDetails{
		EnvironmentID: ids.FormatNumber(r.Environment), Parallelism: details.Parallelism, NodesInRun: r.Nodes, Canceled: isCanceled(r),
	}
	if r.Type == run.Deploy {
		shape.DeployCommit, shape.DeployCommitMessage = &details.Commit, &details.CommitMessage
		return shape
	}
	shape.JobID = jobNumber(details.Job)
	shape.IncludeNodesSelector, shape.ExcludeNodesSelector = &details.Include, &details.Exclude
	shape.ForceIgnoreEnvironmentStatus = &details.Force
	shape.RefreshDescription = &details.Description
	shape.NodesForRefresh = new(r.Nodes)
	shape.KeepFailingRows = details.KeepFailingRows
	if details.OnlyChanged {
		shape.OnlyChanged = new(true)
	}
	if details.CreateOnly {
		shape.CreateOnly = new(true)
	}
	return shape
}

func presentRunNode(id transform.NodeID) api.RunNode { return api.RunNode{NodeID: string(id)} }

// isCanceled reports whether a run was canceled or is being canceled. A run that ended before the request took effect
// was not.
func isCanceled(r *run.Run) bool {
	if r.Status.IsOver() {
		return r.Status == run.Canceled
	}
	return r.CancelRequested
}

// jobNumber converts the id of a job to the number that runs have. It is a string everywhere else.
func jobNumber(id string) *int64 {
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil
	}
	return &number
}

func optionalRun(id ids.Run) *string {
	if id == 0 {
		return nil
	}
	return new(ids.FormatNumber(id))
}

// nullableTime returns null for a time that has not been reached.
func nullableTime(t time.Time) nullable.Nullable[string] {
	if t.IsZero() {
		return nullable.NewNullNullable[string]()
	}
	return nullable.NewNullableWithValue(timestamp(t))
}

// optionalTime returns nil for a time that has not been reached, which omits the field.
func optionalTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return new(timestamp(t))
}
