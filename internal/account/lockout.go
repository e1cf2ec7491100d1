package account

import (
	"time"

	"github.com/millrace/millrace/internal/ids"
)

const (
	freeFailures = 5                // wrong passwords without a delay
	maxLockout   = 15 * time.Minute // upper limit of the delay
)

// FailureMemory is how long a wrong password counts.
const FailureMemory = 24 * time.Hour

// Lockout is the state of a login key after wrong passwords. It is the same for unknown addresses, so that it does not
// reveal which addresses exist.
type Lockout struct {
	Failures     int
	LastFailedAt time.Time
}

// After returns the state after one more failure.
func (l Lockout) After(now time.Time) Lockout {
	if now.Sub(l.LastFailedAt) > FailureMemory {
		l.Failures = 0
	}
	return Lockout{Failures: l.Failures + 1, LastFailedAt: now}
}

// Remaining returns how long the key stays locked: zero for the first wrong passwords, then 1 s, 2 s, 4 s and so on.
func (l Lockout) Remaining(now time.Time) time.Duration {
	if l.Failures < freeFailures {
		return 0
	}
	delay := maxLockout
	if doublings := l.Failures - freeFailures; doublings < 10 {
		delay = min(maxLockout, time.Second<<doublings)
	}
	passed := max(0, now.Sub(l.LastFailedAt)) // a clock that was set back does not extend it
	return max(0, delay-passed)
}

// LoginKey is the key under which the wrong passwords of a user are counted, whatever host they are tried at. Only the
// user's own sign-in clears it, because the same address in another organization is another user.
func (u *User) LoginKey() string { return "user/" + string(u.ID) }

// UnknownAddressKey is the key under which wrong passwords for an unknown address are counted.
func UnknownAddressKey(organization ids.Organization, email string) string {
	return "address/" + string(organization) + "/" + email
}
