package attack_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/millrace/millrace/internal/apptest"
)

// flood sends wrong passwords from many goroutines until stop is called. next names the address and the account of
// each guess.
func flood(t *testing.T, platform *apptest.Platform, next func(i int64) (address, email string)) (stop func()) {
	t.Helper()
	const threads = 40
	var count atomic.Int64
	var stopped atomic.Bool
	var running sync.WaitGroup
	transport := &http.Transport{MaxIdleConnsPerHost: threads}
	attacker := *platform
	attacker.Transport = transport
	for range threads {
		running.Go(func() {
			for !stopped.Load() {
				address, email := next(count.Add(1))
				answer, err := attacker.Try(signInFrom(address, email, "a guess"))
				if err == nil && answer.Status != http.StatusUnauthorized && answer.Status != http.StatusTooManyRequests {
					t.Errorf("a guess got %d: %s", answer.Status, answer.Body)
				}
			}
		})
	}
	return func() {
		stopped.Store(true)
		running.Wait()
		transport.CloseIdleConnections()
	}
}

// An attacker guesses passwords without a pause. Users sign in nevertheless: at the address that the attacker has too if
// they signed in from there before, and at any other address even for the first time.
func TestSignInsSucceedDuringAFloodOfGuesses(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := behindProxy(t, database)
		token := platform.Login(apptest.AdminEmail, apptest.AdminPassword) // from 127.0.0.1
		ada := platform.NewPerson(token, "ada@example.com", "member")
		platform.Do(signInFrom("203.0.113.1", ada.Email, ada.Password)).Want(http.StatusOK)
		platform.Do(signInFrom("2001:db8:1:2::77", ada.Email, ada.Password)).Want(http.StatusOK)
		for i, next := range []func(i int64) (address, email string){
			func(i int64) (string, string) { return "203.0.113.1", fmt.Sprintf("guess%d@example.com", i) },
			func(int64) (string, string) { return "203.0.113.1", apptest.AdminEmail },
			func(i int64) (string, string) {
				return fmt.Sprintf("2001:db8:1:2::%x", i%0xffff), fmt.Sprintf("guess%d@example.com", i)
			},
			func(i int64) (string, string) {
				return fmt.Sprintf("203.0.113.%d", i%10), fmt.Sprintf("guess%d@example.com", i)
			},
		} {
			stop := flood(t, platform, next)
			platform.Do(signInFrom("203.0.113.1", ada.Email, ada.Password)).Want(http.StatusOK)
			platform.Do(signInFrom("2001:db8:1:2::88", ada.Email, ada.Password)).Want(http.StatusOK)
			platform.Do(signInFrom(fmt.Sprint("198.51.100.", i), ada.Email, ada.Password)).Want(http.StatusOK)
			platform.Do(signInFrom(fmt.Sprint("198.51.101.", i), apptest.AdminEmail, apptest.AdminPassword)).Want(http.StatusOK)
			stop()
		}
	})
}

// Guesses from one address are limited before the password is hashed, whatever accounts they name. The addresses of an
// IPv6 network count together.
func TestGuessesFromOneAddressAreLimited(t *testing.T) {
	t.Parallel()
	apptest.OnBoth(t, func(t *testing.T, database apptest.Database) {
		platform := behindProxy(t, database)
		for name, address := range map[string]func(i int) string{
			"IPv4": func(int) string { return "203.0.113.1" },
			"IPv6": func(i int) string { return fmt.Sprintf("2001:db8:1:2:%x::1", i) },
		} {
			hashed := 0
			for i := range 80 {
				answer := platform.Do(signInFrom(address(i), fmt.Sprintf("guess%d@example.com", i), "a guess"))
				if answer.Status == http.StatusUnauthorized {
					hashed++
					continue
				}
				answer.Want(http.StatusTooManyRequests)
				if answer.Header.Get("Retry-After") == "" {
					t.Fatalf("%s: no Retry-After: %s", name, answer.Body)
				}
			}
			if hashed == 80 {
				t.Errorf("%s: all guesses were checked", name)
			}
		}
	})
}
