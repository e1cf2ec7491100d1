package overview

import (
	"context"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// NodeHistory is what the last runs did with a deployed node.
type NodeHistory struct {
	Runs  []NodeRun // newest first, at most MaxRuns
	Usual time.Duration
}

// NodeRun is a node in a refresh.
type NodeRun struct {
	Run         ids.Run
	State       State
	FailedTests int
	StartedAt   time.Time
	Duration    time.Duration // 0 before the end, and for a node that was not reached
	Rows        *int64        // inserted and updated; nil if no statement completed
}

// NodeHistory returns the last runs of a deployed node. The id is the one that clients see.
func (s *Service) NodeHistory(ctx context.Context, organization ids.Organization, environment ids.Environment, node string) (NodeHistory, error) {
	runs, err := s.Store.NodeHistory(ctx, organization, environment, node)
	if err != nil {
		return NodeHistory{}, err
	}
	var durations []time.Duration
	for i := range runs {
		if state := runs[i].State; runs[i].Duration > 0 && (state == complete || state == TestsFailed) {
			durations = append(durations, runs[i].Duration)
		}
	}
	return NodeHistory{Runs: runs, Usual: Usual(durations)}, nil
}

// NodeNotFound returns the fault for a node that is not deployed.
func NodeNotFound(environment ids.Environment, node string) error {
	return fault.New(fault.NotFound, "node %.100s was not found in environment %d", node, environment).
		WithHint("GET /api/v1/environments/%d/nodes lists the deployed nodes.", environment)
}
