package httpapi

import (
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/run"
)

func presentStarter(starter run.Starter) *api.RunStarter {
	return &api.RunStarter{Kind: string(starter.Kind), ID: optional(starter.ID), Name: optional(starter.Name)}
}

func presentNodeCounts(counts map[run.NodeState]int) *api.NodeCounts {
	return &api.NodeCounts{
		Waiting: counts[run.NodeWaiting], Running: counts[run.NodeRunning], Complete: counts[run.NodeComplete],
		Failed: counts[run.NodeFailed], Skipped: counts[run.NodeSkipped], Canceled: counts[run.NodeCanceled],
	}
}

func presentFirstError(first *run.NodeError) *api.RunError {
	if first == nil {
		return nil
	}
	return &api.RunError{NodeID: publicNode(first.Node), Name: first.Name, Message: first.Message, IsTest: first.IsTest}
}

// optionalDuration returns a duration in milliseconds; nil for zero, which omits the field.
func optionalDuration(duration time.Duration) *int64 {
	if duration == 0 {
		return nil
	}
	return new(duration.Milliseconds())
}
