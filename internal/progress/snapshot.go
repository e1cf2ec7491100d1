package progress

import (
	"fmt"
	"strings"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/run"
)

// Snapshot is the state of a run at one moment.
type Snapshot struct {
	Run         int64  // its number; 0 for a local run
	Environment string // its environment; empty if there is none
	Status      run.Status
	Reason      string // why it failed, in one line
	Nodes       []Node // in the order of the plan
	Note        string // a remark on the snapshot itself, such as that it is old
	// Started and Ended are zero until they happen.
	Started, Ended time.Time
	At             time.Time // the time of the snapshot
}

// Node is the execution of one node.
type Node struct {
	ID          string
	Name        string // LOCATION.NAME
	Type        string // name of its node type
	State       run.NodeState
	Started     time.Time
	Ended       time.Time
	Stages      []Stage // those that started
	Problem     *run.Problem
	FailedTests int
	IsLeftOut   bool   // it was not built, because nothing changed
	Reason      string // why it was built or not, in a run of only what changed; otherwise empty
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
	IsWork      bool         // its rows are not counted; see IsWork
	FailedRows  int          // rows that a test found, counted up to a limit
	FailingRows *engine.Rows // the first of them, if they were stored
	// Progress is how far the running statement is; nil if the engine does not tell.
	Progress *engine.Progress
}

// title returns the name of the run as the start of a sentence.
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

// Elapsed returns the duration of the run so far.
func (s *Snapshot) Elapsed() time.Duration { return span(s.Started, s.Ended, s.At) }

// Elapsed returns the duration of the node so far.
func (n *Node) Elapsed(at time.Time) time.Duration { return span(n.Started, n.Ended, at) }

// Counts returns the rows that the node changed.
func (n *Node) Counts() engine.Counts {
	var sum engine.Counts
	for i := range n.Stages {
		if !n.Stages[i].IsWork {
			sum = add(sum, n.Stages[i].Counts)
		}
	}
	return sum
}

// current returns the name of the running stage, and how far it is.
func (n *Node) current() string {
	if len(n.Stages) == 0 {
		return ""
	}
	last := &n.Stages[len(n.Stages)-1]
	if last.Progress == nil {
		return last.Name
	}
	return last.Name + ": " + far(last.Progress)
}

// far describes how far a statement is.
func far(p *engine.Progress) string {
	var parts []string
	if p.State != "" {
		parts = append(parts, p.State)
	}
	if p.TotalParts > 0 {
		parts = append(parts, fmt.Sprintf("%s of %s parts", number(int64(p.CompletedParts)), number(int64(p.TotalParts))))
	}
	if p.ReadRows > 0 {
		parts = append(parts, number(p.ReadRows)+" rows read")
	}
	return strings.Join(parts, ", ")
}

// span returns the time between two moments, never negative: the clock of a server may be ahead of the local one.
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
