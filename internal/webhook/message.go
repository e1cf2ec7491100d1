package webhook

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Event is something that happened, with the content of its message. It contains names, numbers and times only: no
// parameters of runs, no settings and no data, because it leaves the server.
type Event struct {
	Kind Kind
	At   time.Time
	Data Data
}

// Data is the subject of an event. Fields that do not apply are nil and left out of the message.
type Data struct {
	Run         *RunFacts      `json:"run,omitempty"`
	Schedule    *ScheduleFacts `json:"schedule,omitempty"`
	Environment *NamedRef      `json:"environment,omitempty"`
	Project     *NamedRef      `json:"project,omitempty"`
	Webhook     *NamedRef      `json:"webhook,omitempty"` // of a test
}

// NamedRef refers to something by id and name.
type NamedRef struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// RunFacts describes a finished run, with the field names of the API.
type RunFacts struct {
	ID            ids.Run        `json:"id"`
	Type          string         `json:"runType"`
	Status        string         `json:"runStatus"`
	Environment   string         `json:"environmentID"`
	RerunOf       string         `json:"reRunID,omitempty"`
	StartedAt     Moment         `json:"runStartTime,omitzero"` // left out if it never started
	EndedAt       Moment         `json:"runEndTime"`
	FailureReason string         `json:"runFailureReason,omitempty"`
	Job           string         `json:"jobID,omitempty"`
	Description   string         `json:"description,omitempty"`
	Commit        string         `json:"deployCommit,omitempty"`
	StartedBy     ids.User       `json:"userID,omitempty"`
	Nodes         int            `json:"nodesInRun"`
	FailedTests   int            `json:"failedTests"`
	States        map[string]int `json:"nodeStates"` // number of nodes by final state
}

// ScheduleFacts describes a schedule whose firing ended, with a run or without one.
type ScheduleFacts struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	DueAt  Moment `json:"dueAt"`
	Reason string `json:"reason,omitempty"` // why it failed
}

// Moment is a time in the format of the API: UTC, with milliseconds.
type Moment struct{ time.Time }

// MarshalJSON formats a moment.
func (m Moment) MarshalJSON() ([]byte, error) {
	return []byte(m.UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

// Body returns the message of an event. It is encoded once; every attempt sends the same bytes.
func (e Event) Body() ([]byte, error) {
	body, err := json.Marshal(struct {
		Type      Kind   `json:"type"`
		Timestamp Moment `json:"timestamp"`
		Data      Data   `json:"data"`
	}{e.Kind, Moment{e.At}, e.Data})
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "cannot encode the message of event %s", e.Kind)
	}
	return body, nil
}
