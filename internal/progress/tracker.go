package progress

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// pace is how often a run in this process is redrawn.
const pace = 80 * time.Millisecond

// Tracker is the source of a run in this process: the executor records every change in it.
type Tracker struct {
	plan     plan.Plan
	position map[transform.NodeID]int
	now      func() time.Time
	over     chan struct{} // closed by Finish

	mu    sync.Mutex
	state Snapshot
	asked bool
}

// NewTracker starts with all nodes of a plan waiting.
func NewTracker(p plan.Plan, now func() time.Time) *Tracker {
	t := &Tracker{plan: p, position: make(map[transform.NodeID]int, len(p.Nodes)), now: now, over: make(chan struct{})}
	t.state = Snapshot{Status: run.Running, Started: now(), Nodes: make([]Node, len(p.Nodes))}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		t.position[n.ID] = i
		t.state.Nodes[i] = Node{ID: string(n.ID), Name: n.Location + "." + n.Name, Type: n.Type, State: run.NodeWaiting, Reason: n.Reason}
	}
	return t
}

// Record records a change of a node. Many goroutines may call it.
func (t *Tracker) Record(result run.NodeResult) {
	at, known := t.position[result.Node]
	if !known {
		return
	}
	stages := t.stages(at, result.Queries)
	t.mu.Lock()
	defer t.mu.Unlock()
	n := &t.state.Nodes[at]
	if n.State.IsOver() {
		return // changes may arrive late, and an ended node stays ended
	}
	n.State, n.Started, n.Ended = result.State, result.StartedAt, result.EndedAt
	n.Stages, n.Problem, n.FailedTests = stages, result.Problem, result.FailedTests
	n.IsLeftOut = n.Reason != "" && n.State == run.NodeComplete && len(stages) == 0
}

func (t *Tracker) stages(at int, queries []run.QueryResult) []Stage {
	planned := &t.plan.Nodes[at]
	stages := make([]Stage, 0, len(queries))
	for i := range queries {
		q := &queries[i]
		stage := Stage{
			State: q.State, Started: q.StartedAt, Ended: q.EndedAt, Counts: q.Counts, Problem: q.Problem,
			FailedRows: q.FailedRows, FailingRows: q.FailingRows,
		}
		if q.Progress != nil {
			stage.Progress = &q.Progress.Progress
		}
		if own := planned.StageOf(q.Stage); own != nil {
			stage.Name, stage.Kind, stage.IsWork = own.Name, own.Kind, IsWork(own.SQL)
		}
		stages = append(stages, stage)
	}
	return stages
}

// Finish ends the run. Call it once.
func (t *Tracker) Finish(outcome run.Outcome) {
	t.mu.Lock()
	t.state.Status, t.state.Reason, t.state.Ended = outcome.Status, outcome.Reason, t.now()
	t.mu.Unlock()
	close(t.over)
}

// Next returns the first snapshot immediately and later ones at a pace for human readers.
func (t *Tracker) Next(ctx context.Context) (Snapshot, error) {
	t.mu.Lock()
	first := !t.asked
	t.asked = true
	t.mu.Unlock()
	if !first {
		timer := time.NewTimer(pace)
		defer timer.Stop()
		select {
		case <-ctx.Done():
			return Snapshot{}, ctx.Err()
		case <-t.over:
		case <-timer.C:
		}
	}
	return t.Now(), nil
}

// Now returns the current state of the run.
func (t *Tracker) Now() Snapshot {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := t.state
	s.Nodes = slices.Clone(s.Nodes)
	s.At = t.now()
	return s
}
