package run

import (
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// Lease is a time-limited exclusive right to work on a run.
type Lease struct {
	Key   Key
	Owner string
	Epoch int64
}

// ClaimRequest says which process claims a run.
type ClaimRequest struct {
	Owner        string        // unique for each start of a process
	DataFolderID string        // the data folder that this process owns; the column home stores the id
	Labels       []string      // of the process: it claims no run whose environment or connection asks for another label
	Length       time.Duration // of the lease
	Except       []Key         // runs that this process still works on, although their lease may have expired
	Limit        int           // how many runs to claim; below 1 counts as 1
}

// ClaimedRun is a run with everything that a worker needs to execute it.
type ClaimedRun struct {
	Lease      Lease
	Run        Run
	Plan       plan.Plan
	Connection ids.Connection // the connection that the plan was made for; empty is the organization's default one
	Results    map[transform.NodeID]NodeResult
}

// Renewal is the result of renewing a lease.
type Renewal struct {
	Lease           Lease
	Held            bool
	CancelRequested bool
}

var errLeaseLost = errors.New("the lease has expired")

// LeaseLost returns the fault for a change under a lease that is no longer valid.
func LeaseLost(key Key) error {
	return fault.Wrap(errLeaseLost, fault.Conflict, "another worker has claimed run %d", key.Run)
}

// IsLeaseLost reports whether a change was rejected because its lease is no longer valid.
func IsLeaseLost(err error) bool { return errors.Is(err, errLeaseLost) }
