package progress

import (
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/run"
)

// Report is the JSON output of a run, with the field names of the HTTP API. Empty fields are omitted.
type Report struct {
	ID            int64        `json:"id,omitempty"`
	EnvironmentID string       `json:"environmentID,omitempty"`
	Status        run.Status   `json:"runStatus"`
	StartTime     *Time        `json:"runStartTime,omitempty"`
	EndTime       *Time        `json:"runEndTime,omitempty"`
	FailureReason string       `json:"runFailureReason,omitempty"`
	Summary       Summary      `json:"summary"`
	Nodes         []NodeReport `json:"nodes,omitempty"`
}

// Summary counts nodes and rows.
type Summary struct {
	Nodes        int     `json:"nodes"`
	Waiting      int     `json:"waiting"`
	Running      int     `json:"running"`
	Complete     int     `json:"complete"`
	Failed       int     `json:"failed"`
	Skipped      int     `json:"skipped"`
	Canceled     int     `json:"canceled"`
	NotBuilt     int     `json:"notBuilt"` // included in Complete
	TestFailures int     `json:"nodesWithTestFailures"`
	FailedTests  int     `json:"failedTests"`
	Inserted     int64   `json:"rowsInserted"`
	Updated      int64   `json:"rowsUpdated"`
	Deleted      int64   `json:"rowsDeleted"`
	Seconds      float64 `json:"seconds"`
}

// NodeReport is one node.
type NodeReport struct {
	ID           string        `json:"nodeID"`
	Name         string        `json:"name"`
	Type         string        `json:"nodeType,omitempty"`
	State        run.NodeState `json:"runState"`
	StartTime    *Time         `json:"startTime,omitempty"`
	EndTime      *Time         `json:"endTime,omitempty"`
	Inserted     int64         `json:"rowsInserted"`
	Updated      int64         `json:"rowsUpdated"`
	Deleted      int64         `json:"rowsDeleted"`
	TestFailures bool          `json:"hasTestFailures,omitempty"`
	FailedTests  int           `json:"failedTests,omitempty"`
	Error        *run.Problem  `json:"error,omitempty"`
	Stages       []StageReport `json:"stages"`
	Reason       string        `json:"reason,omitempty"`
}

// StageReport is one statement of a node.
type StageReport struct {
	Name        string        `json:"name"`
	Type        string        `json:"type"`
	State       run.NodeState `json:"runState"`
	StartTime   *Time         `json:"startTime,omitempty"`
	EndTime     *Time         `json:"endTime,omitempty"`
	Inserted    int64         `json:"rowsInserted"`
	Updated     int64         `json:"rowsUpdated"`
	Deleted     int64         `json:"rowsDeleted"`
	Error       *run.Problem  `json:"error,omitempty"`
	FailedRows  int           `json:"failedRows,omitempty"`
	FailingRows *engine.Rows  `json:"failingRows,omitempty"`
	// Progress is how far the running statement is.
	Progress *engine.Progress `json:"progress,omitempty"`
}

// Time is a time as the API writes it: UTC, with milliseconds.
type Time time.Time

// MarshalText formats the time.
func (t Time) MarshalText() ([]byte, error) {
	return time.Time(t).UTC().AppendFormat(nil, "2006-01-02T15:04:05.000Z"), nil
}

func moment(at time.Time) *Time {
	if at.IsZero() {
		return nil
	}
	t := Time(at)
	return &t
}

// Report returns everything that is known about the run. A snapshot without nodes has the same form.
func (s *Snapshot) Report() Report {
	t := s.Tally()
	report := Report{
		ID: s.Run, EnvironmentID: s.Environment, Status: s.Status, FailureReason: s.Reason,
		StartTime: moment(s.Started), EndTime: moment(s.Ended),
		Summary: Summary{
			Nodes: t.Nodes, Waiting: t.Waiting, Running: t.Running, Complete: t.Complete, Failed: t.Failed,
			Skipped: t.Skipped, Canceled: t.Canceled, NotBuilt: t.LeftOut, TestFailures: t.TestFailures, FailedTests: t.FailedTests,
			Inserted: t.Rows.Inserted, Updated: t.Rows.Updated, Deleted: t.Rows.Deleted, Seconds: seconds(s.Elapsed()),
		},
		Nodes: make([]NodeReport, len(s.Nodes)),
	}
	for i := range s.Nodes {
		report.Nodes[i] = s.Nodes[i].report()
	}
	return report
}

func (n *Node) report() NodeReport {
	counts := n.Counts()
	report := NodeReport{
		ID: n.ID, Name: n.Name, Type: n.Type, State: n.State, StartTime: moment(n.Started), EndTime: moment(n.Ended),
		Inserted: counts.Inserted, Updated: counts.Updated, Deleted: counts.Deleted,
		TestFailures: n.FailedTests > 0, FailedTests: n.FailedTests, Error: n.Problem, Stages: make([]StageReport, len(n.Stages)),
		Reason: n.Reason,
	}
	for i := range n.Stages {
		s := &n.Stages[i]
		report.Stages[i] = StageReport{
			Name: s.Name, Type: string(s.Kind), State: s.State, StartTime: moment(s.Started), EndTime: moment(s.Ended),
			Inserted: s.Counts.Inserted, Updated: s.Counts.Updated, Deleted: s.Counts.Deleted,
			Error: s.Problem, FailedRows: s.FailedRows, FailingRows: s.FailingRows, Progress: s.Progress,
		}
	}
	return report
}

// seconds has a resolution of milliseconds.
func seconds(d time.Duration) float64 { return float64(d.Milliseconds()) / 1000 }
