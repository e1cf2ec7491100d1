package account

import (
	"time"

	"github.com/millrace/millrace/internal/ids"
)

const (
	freeFailures        = 5                // wrong passwords from one network without a delay
	freeAccountFailures = 100              // wrong passwords from all networks without a delay
	maxLockout          = 15 * time.Minute // upper limit of the delay
)

// FailureMemory is how long a wrong password counts.
const FailureMemory = 24 * time.Hour

// Lockouts are the states of a login key after wrong passwords. They are the same for unknown addresses, so that they do
// not reveal which addresses exist.
//
// Each client network has its own count, so that guesses from one network do not lock the user out of another. The count
// of all networks together limits guesses from many networks; it does not apply to a network from which the user has
// signed in before.
type Lockouts struct {
	Account Lockout // of all networks together
	Network Lockout // of the client's network
}

// Remaining returns how long the key stays locked for the client.
func (l Lockouts) Remaining(now time.Time, isTrusted bool) time.Duration {
	remaining := l.Network.remaining(now, freeFailures)
	if !isTrusted {
		remaining = max(remaining, l.Account.remaining(now, freeAccountFailures))
	}
	return remaining
}

// Lockout is a count of wrong passwords.
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

// remaining returns the rest of the delay: zero for the first wrong passwords, then 1 s, 2 s, 4 s and so on.
func (l Lockout) remaining(now time.Time, free int) time.Duration {
	if l.Failures < free {
		return 0
	}
	delay := maxLockout
	if doublings := l.Failures - free; doublings < 10 {
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
