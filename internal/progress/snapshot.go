package progress

import (
	"fmt"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// Snapshot is a run at one moment.
type Snapshot struct {
	Run         int64  // its number; 0 for a run that no server knows of
	Environment string // that it is a run of; empty where there is none
	Status      run.Status
	Reason      string // why it failed, in one line
	Nodes       []Node // in the order of the plan
	Note        string // what people should know about the snapshot itself, such as that it is old
	// Started and Ended are zero while they have not happened.
	Started, Ended time.Time
	At             time.Time // the moment
}

// Node is the work on one node.
type Node struct {
	ID           string
	Name         string // LOCATION.NAME
	Type         string // name of its node type
	State        run.NodeState
	Started      time.Time
	Ended        time.Time
	Stages       []Stage // those that were reached
	Problem      *run.Problem
	TestFailures bool
	IsLeftOut    bool // nothing was done for it, because nothing had changed
}

// Stage is one statement of a node.
type Stage struct {
	Name        string
	Kind        plan.StageKind
	State       run.NodeState
	Started     time.Time
	Ended       time.Time
	Counts      engine.Counts
	Problem     *run.Problem
	IsWork      bool         // its rows do not count; see IsWork
	FailingRows *engine.Rows // of a test, when they were kept
}

// title is what people call the run, as the beginning of a sentence.
func (s *Snapshot) title(verb string) string {
	if s.Run == 0 {
		return capital(verb)
	}
	return fmt.Sprintf("Run %d %s", s.Run, verb)
}

func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}

// Elapsed is how long the run has taken so far.
func (s *Snapshot) Elapsed() time.Duration { return span(s.Started, s.Ended, s.At) }

// Elapsed is how long the node has taken so far.
func (n *Node) Elapsed(at time.Time) time.Duration { return span(n.Started, n.Ended, at) }

// Counts are the rows that the node changed.
func (n *Node) Counts() engine.Counts {
	var sum engine.Counts
	for i := range n.Stages {
		if !n.Stages[i].IsWork {
			sum = add(sum, n.Stages[i].Counts)
		}
	}
	return sum
}

// current is the name of the stage that is being worked on.
func (n *Node) current() string {
	if len(n.Stages) == 0 {
		return ""
	}
	return n.Stages[len(n.Stages)-1].Name
}

// span is the time between two moments. Those of a server may be ahead of this machine's clock; time never runs backwards
// in front of people.
func span(started, ended, at time.Time) time.Duration {
	if started.IsZero() {
		return 0
	}
	if ended.IsZero() {
		ended = at
	}
	return max(ended.Sub(started), 0)
}

func add(a, b engine.Counts) engine.Counts {
	return engine.Counts{Inserted: a.Inserted + b.Inserted, Updated: a.Updated + b.Updated, Deleted: a.Deleted + b.Deleted}
}
