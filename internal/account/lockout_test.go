package account_test

import (
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
)

func noon() time.Time { return time.Date(2026, time.January, 31, 12, 0, 0, 0, time.UTC) }

func TestLockoutGrows(t *testing.T) {
	t.Parallel()
	waits := []time.Duration{
		0, 0, 0, 0, 0, // no failure yet, and the first four wrong passwords
		1 * time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second, 16 * time.Second, 32 * time.Second, 64 * time.Second,
		128 * time.Second, 256 * time.Second, 512 * time.Second, 15 * time.Minute, 15 * time.Minute, 15 * time.Minute,
	}
	var lockout account.Lockout
	for failures, want := range waits {
		if lockout.Failures != failures {
			t.Fatalf("counted %d, want %d", lockout.Failures, failures)
		}
		if got := (account.Lockouts{Network: lockout}).Remaining(noon(), true); got != want {
			t.Errorf("after %d wrong passwords: wait %s, want %s", failures, got, want)
		}
		lockout = lockout.After(noon())
	}
	for _, many := range []int{64, 1000, 1 << 40} { // no overflow
		if got := (account.Lockouts{Network: account.Lockout{Failures: many, LastFailedAt: noon()}}).Remaining(noon(), true); got != 15*time.Minute {
			t.Errorf("after %d wrong passwords: wait %s", many, got)
		}
	}
}

func TestLockoutExpires(t *testing.T) {
	t.Parallel()
	lockout := account.Lockout{Failures: 8, LastFailedAt: noon()} // 8 s
	for after, want := range map[time.Duration]time.Duration{
		0: 8 * time.Second, 3 * time.Second: 5 * time.Second, 8*time.Second - 1: 1, 8 * time.Second: 0, time.Hour: 0,
		-time.Hour: 8 * time.Second, // a clock that was set back does not extend it
	} {
		if got := (account.Lockouts{Network: lockout}).Remaining(noon().Add(after), true); got != want {
			t.Errorf("after %s: %s remain, want %s", after, got, want)
		}
	}
}

// TestGuessesFromManyNetworksAreLimited checks the count of all networks together: it delays clients in networks where
// the user has never signed in, and no others.
func TestGuessesFromManyNetworksAreLimited(t *testing.T) {
	t.Parallel()
	for failures, want := range map[int]time.Duration{0: 0, 99: 0, 100: time.Second, 102: 4 * time.Second, 1000: 15 * time.Minute} {
		lockouts := account.Lockouts{Account: account.Lockout{Failures: failures, LastFailedAt: noon()}}
		if got := lockouts.Remaining(noon(), false); got != want {
			t.Errorf("after %d wrong passwords a stranger waits %s, want %s", failures, got, want)
		}
		if got := lockouts.Remaining(noon(), true); got != 0 {
			t.Errorf("after %d wrong passwords of others a trusted network waits %s", failures, got)
		}
	}
	both := account.Lockouts{
		Account: account.Lockout{Failures: 100, LastFailedAt: noon()}, Network: account.Lockout{Failures: 8, LastFailedAt: noon()},
	}
	if got := both.Remaining(noon(), false); got != 8*time.Second {
		t.Errorf("both delays together are %s, want the longer one", got)
	}
}

// TestLoginKeysAreDistinct checks that the failures of users and of unknown addresses are counted separately at every
// host.
func TestLoginKeysAreDistinct(t *testing.T) {
	t.Parallel()
	ada, bob := account.User{ID: "a", Email: "ada@example.com"}, account.User{ID: "b", Email: "ada@example.com"}
	seen := map[string]bool{}
	keys := []string{
		ada.LoginKey(), bob.LoginKey(), account.UnknownAddressKey("", "ada@example.com"), account.UnknownAddressKey("o", "ada@example.com"),
		account.UnknownAddressKey("p", "ada@example.com"), account.UnknownAddressKey("o", "bob@example.com"), account.UnknownAddressKey("", "a"),
	}
	for _, key := range keys {
		if seen[key] {
			t.Errorf("the key %q occurs twice", key)
		}
		seen[key] = true
	}
}

func TestFailuresExpire(t *testing.T) {
	t.Parallel()
	lockout := account.Lockout{Failures: 20, LastFailedAt: noon()}
	for after, want := range map[time.Duration]int{
		0: 21, account.FailureMemory: 21, account.FailureMemory + 1: 1, 10 * account.FailureMemory: 1,
	} {
		now := noon().Add(after)
		if got := lockout.After(now); got != (account.Lockout{Failures: want, LastFailedAt: now}) {
			t.Errorf("after %s: got %+v, want %d failures", after, got, want)
		}
	}
}
