package run

import (
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
)

// Type is what a run does.
type Type string

// The types of the interface.
const (
	Deploy  Type = "deploy"
	Refresh Type = "refresh"
)

// Status is how a run is going. Clients in the world throw on any other word.
type Status string

// The statuses of the interface.
const (
	WaitingToRun Status = "waitingToRun"
	Running      Status = "running"
	Completed    Status = "completed"
	Failed       Status = "failed"
	Canceled     Status = "canceled"
)

// Run is one execution.
type Run struct {
	Organization ids.Organization
	ID           ids.Run
	Environment  ids.Environment
	Type         Type
	Status       Status
	CreatedAt    time.Time
}

// NotFound is the fault for a run that is not there or that the caller may not see.
func NotFound(id string) error {
	return fault.New(fault.NotFound, "run %s was not found", id).WithHint("GET /api/v1/runs lists the runs that you can see.")
}
