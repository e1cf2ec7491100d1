package installation

import (
	"math"
	"strconv"

	"github.com/millrace/millrace/internal/fault"
)

// Quotas limit an organization; 0 is no limit.
type Quotas struct {
	MaxRuns         int   // runs in progress at once
	MaxStorageBytes int64 // of the state database and of embedded databases
	MaxUsers        int   // that are not deleted
}

// maxNumber limits the numbers of runs and users, so that they fit everywhere.
const maxNumber = math.MaxInt32

func (q Quotas) check() error {
	if q.MaxRuns < 0 || q.MaxUsers < 0 || q.MaxStorageBytes < 0 || q.MaxRuns > maxNumber || q.MaxUsers > maxNumber {
		return fault.New(fault.Invalid, "a quota must be between 0 and %d", maxNumber).WithHint("Use 0 for no limit.")
	}
	return nil
}

// UserQuotaReached is the fault for a new user of an organization that has as many as it may have.
func UserQuotaReached(maxUsers int) error {
	return fault.New(fault.Limit, "the organization has %d users, which is its quota", maxUsers).
		WithHint("Delete users that are no longer needed, or ask an operator of this server to raise the quota.")
}

// StorageQuotaReached is the fault for a new run of an organization that stores more than it may.
func StorageQuotaReached(used, quota int64) error {
	return fault.New(fault.Full, "the organization stores %s, which is more than its quota of %s: new runs are refused", sizeText(used), sizeText(quota)).
		WithHint("Delete data, environments or projects that are no longer needed, or ask an operator of this server to raise the quota.")
}

// sizeText returns a number of bytes for people.
func sizeText(bytes int64) string {
	const step = 1024
	if bytes < step {
		return strconv.FormatInt(bytes, 10) + " bytes"
	}
	size, unit := float64(bytes)/step, 0
	for units := "KMGT"; size >= step && unit < len(units)-1; unit++ {
		size /= step
	}
	return strconv.FormatFloat(size, 'f', 1, 64) + " " + "KMGT"[unit:unit+1] + "iB"
}
