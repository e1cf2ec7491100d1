package webhook

import (
	"encoding/json"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Event is something that happened, as its message tells it. It holds names, numbers and times only: no parameters of
// runs, no settings and no data, because it leaves the house.
type Event struct {
	Kind Kind
	At   time.Time
	Data Data
}

// Data is what an event is about. What does not apply is left out of the message.
type Data struct {
	Run         *RunFacts      `json:"run,omitempty"`
	Schedule    *ScheduleFacts `json:"schedule,omitempty"`
	Environment *NamedRef      `json:"environment,omitempty"`
	Project     *NamedRef      `json:"project,omitempty"`
	Webhook     *NamedRef      `json:"webhook,omitempty"` // of a test
}

// NamedRef is something that has an id and a name.
type NamedRef struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// RunFacts are a run that is over, with the words that the interface has for them.
type RunFacts struct {
	ID            ids.Run        `json:"id"`
	Type          string         `json:"runType"`
	Status        string         `json:"runStatus"`
	Environment   string         `json:"environmentID"`
	RerunOf       string         `json:"reRunID,omitempty"`
	StartedAt     Moment         `json:"runStartTime,omitzero"` // left out when it never began
	EndedAt       Moment         `json:"runEndTime"`
	FailureReason string         `json:"runFailureReason,omitempty"`
	Job           string         `json:"jobID,omitempty"`
	Description   string         `json:"description,omitempty"`
	Commit        string         `json:"deployCommit,omitempty"`
	StartedBy     ids.User       `json:"userID,omitempty"`
	Nodes         int            `json:"nodesInRun"`
	States        map[string]int `json:"nodeStates"` // how many nodes ended in each state
}

// ScheduleFacts are a schedule whose firing ended, with its run or without one.
type ScheduleFacts struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	DueAt  Moment `json:"dueAt"`
	Reason string `json:"reason,omitempty"` // why it failed
}

// Moment is a time as the interface writes it: in UTC, with milliseconds.
type Moment struct{ time.Time }

// MarshalJSON writes a moment.
func (m Moment) MarshalJSON() ([]byte, error) {
	return []byte(m.UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

// Body is the message of an event. It is made once; every attempt sends the same bytes.
func (e Event) Body() ([]byte, error) {
	body, err := json.Marshal(struct {
		Type      Kind   `json:"type"`
		Timestamp Moment `json:"timestamp"`
		Data      Data   `json:"data"`
	}{e.Kind, Moment{e.At}, e.Data})
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the message of event %s cannot be written", e.Kind)
	}
	return body, nil
}
