package overview

import (
	"cmp"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/transform"
)

// NodeHealth is the health of the deployed nodes of an environment, with their last refreshes.
type NodeHealth struct {
	Nodes []Node
	Runs  []ids.Run // the last refreshes, oldest first
}

// Node is a deployed node with its health.
type Node struct {
	ID          transform.NodeID
	Name        string
	Location    string
	Type        string
	Health      project.Health
	FailedTests int       // in its last build
	LastRun     ids.Run   // the run of its last build; 0 if there is none
	BuiltAt     time.Time // the end of its last build that completed; zero if it is unknown
	Usual       time.Duration
	States      []State // one per run
}

// State is the state of a node in a run.
type State string

// The states that are not states of nodes in runs.
const (
	NotInRun    State = "none"
	TestsFailed State = "testsFailed"

	complete = State(run.NodeComplete)
)

// StateOf returns the state of a node in a run with its number of failed tests.
func StateOf(state run.NodeState, failedTests int) State {
	if state == run.NodeComplete && failedTests > 0 {
		return TestsFailed
	}
	return State(state)
}

// Usual returns the middle of durations; 0 without any.
func Usual(durations []time.Duration) time.Duration {
	if len(durations) == 0 {
		return 0
	}
	slices.Sort(durations)
	return durations[len(durations)/2]
}

// badness orders healths, the worst first.
func badness(h project.Health) int {
	return slices.Index([]project.Health{project.HealthFailed, project.TestsFailing, project.Stale, project.Healthy}, h)
}

func (h *NodeHealth) sort() {
	slices.SortFunc(h.Nodes, func(a, b Node) int {
		return cmp.Or(
			cmp.Compare(badness(a.Health), badness(b.Health)), cmp.Compare(a.Location, b.Location), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID),
		)
	})
}
