package account

import (
	"time"

	"github.com/millrace/millrace/internal/ids"
)

const (
	freeFailures = 5                // wrong passwords without a delay
	maxLockout   = 15 * time.Minute // the delay grows no further
)

// FailureMemory is how long a wrong password is remembered.
const FailureMemory = 24 * time.Hour

// Lockout is the state of a login key after wrong passwords. It says the same for addresses that nobody has, so that
// it gives nothing away.
type Lockout struct {
	Failures     int
	LastFailedAt time.Time
}

// After is the state after one more failure.
func (l Lockout) After(now time.Time) Lockout {
	if now.Sub(l.LastFailedAt) > FailureMemory {
		l.Failures = 0
	}
	return Lockout{Failures: l.Failures + 1, LastFailedAt: now}
}

// Remaining is how long the key stays locked: nothing for the first wrong passwords, then 1 s, 2 s, 4 s and so on.
func (l Lockout) Remaining(now time.Time) time.Duration {
	if l.Failures < freeFailures {
		return 0
	}
	delay := maxLockout
	if doublings := l.Failures - freeFailures; doublings < 10 {
		delay = min(maxLockout, time.Second<<doublings)
	}
	passed := max(0, now.Sub(l.LastFailedAt)) // a clock that was set back does not make it longer
	return max(0, delay-passed)
}

// LoginKey is what the wrong passwords of a user are counted under, whatever host they are tried at. Only the user's own
// sign-in clears it: the same address in another organization is another user.
func (u *User) LoginKey() string { return "user/" + string(u.ID) }

// StrangerKey is what passwords are counted under that are tried for an address which nobody has.
func StrangerKey(organization ids.Organization, email string) string {
	return "address/" + string(organization) + "/" + email
}
