package run

import (
	"errors"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/plan"
	"github.com/millrace/millrace/internal/transform"
)

// Lease is the right to work on a run.
type Lease struct {
	Key   Key
	Owner string
	Epoch int64
}

// ClaimRequest is who asks for a lease.
type ClaimRequest struct {
	Owner        string        // unique for each start of a process
	DataFolderID string        // the data folder that this process owns
	Length       time.Duration // of the lease
	Except       []Key         // runs that this process still works on, although their lease may have ended
}

// ClaimedRun is a run with everything that it takes to carry it out.
type ClaimedRun struct {
	Lease      Lease
	Run        Run
	Plan       plan.Plan
	Connection ids.Connection // that the plan was made for; empty is the organization's default one
	Results    map[transform.NodeID]NodeResult
}

// Renewal is what became of a lease.
type Renewal struct {
	Lease           Lease
	Held            bool
	CancelRequested bool
}

var errLost = errors.New("the lease has passed")

// LeaseLost is the fault for a change under a lease that has passed.
func LeaseLost(key Key) error {
	return fault.Wrap(errLost, fault.Conflict, "run %d is in other hands", key.Run)
}

// IsLeaseLost reports whether a change was refused because its lease has passed.
func IsLeaseLost(err error) bool { return errors.Is(err, errLost) }
