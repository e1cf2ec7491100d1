package worker

import (
	"context"
	"slices"
	"time"

	"github.com/millrace/millrace/internal/ids"
)

// Kind says what kind of process a worker is.
type Kind string

// The kinds in the API.
const (
	InServer Kind = "server" // the built-in worker of a server
	Separate Kind = "worker" // a process that only executes runs
)

// State says whether a worker claims runs.
type State string

// The states in the API.
const (
	Ready    State = "ready"
	Draining State = "draining" // it stops, and claims nothing more
	Lost     State = "lost"     // it has not renewed its registration in time
)

// Worker is a process that executes runs.
type Worker struct {
	ID           string // unique for each start of a process; the owner of its leases
	Name         string // for people: the setting worker_name, or the name of the machine
	Kind         Kind
	Version      string
	Labels       []string // sorted
	DataFolderID string   // the data folder that it owns; empty if it owns none
	MaxRuns      int      // runs at once
	State        State
	StartedAt    time.Time
	SeenAt       time.Time // the last renewal
	Runs         []ids.Run // of one organization, in progress
}

// Requirement is what a run needs of a worker.
type Requirement struct {
	EnvironmentLabel string // of the environment; empty for none
	ConnectionLabel  string // of the connection; empty for none
	DataFolderID     string // the data folder of an embedded engine; empty for none
}

// labels returns the labels that a worker needs, each once.
func (r Requirement) labels() []string {
	wanted := []string{r.EnvironmentLabel, r.ConnectionLabel}
	slices.Sort(wanted)
	return slices.DeleteFunc(slices.Compact(wanted), func(label string) bool { return label == "" })
}

// meets reports whether a worker claims runs with a requirement.
func (w *Worker) meets(r Requirement) bool {
	if w.State != Ready || r.DataFolderID != "" && r.DataFolderID != w.DataFolderID {
		return false
	}
	for _, label := range r.labels() {
		if !slices.Contains(w.Labels, label) {
			return false
		}
	}
	return true
}

// WaitingRuns are runs of an organization that wait for a worker and need the same of it.
type WaitingRuns struct {
	Requirement Requirement
	Count       int
	Oldest      ids.Run
}

// WaitingRun is one run that waits.
type WaitingRun struct {
	Requirement Requirement
	// Connection is the name of its connection, which has MaxRuns runs in progress; empty if the connection has no limit or
	// is below it.
	Connection string
	MaxRuns    int
	// OrganizationQuota is how many runs its organization may have in progress, if there are as many; 0 otherwise.
	OrganizationQuota int
}

// Store reads and writes registrations. Times are by the clock of the database.
type Store interface {
	// List returns all workers, with the runs of an organization that each has in progress.
	List(ctx context.Context, organization ids.Organization) ([]Worker, error)
	// Registered returns all workers without their runs.
	Registered(ctx context.Context) ([]Worker, error)
	// WaitingRuns returns the runs of an organization that no worker has a lease on.
	WaitingRuns(ctx context.Context, organization ids.Organization) ([]WaitingRuns, error)
	// WaitingRun returns what one run waits for; false if it does not wait for a worker.
	WaitingRun(ctx context.Context, organization ids.Organization, id ids.Run) (WaitingRun, bool, error)
}
