package authn_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/millrace/millrace/internal/authn"
	"github.com/millrace/millrace/internal/fault"
)

func TestPasswordMatchesItsHash(t *testing.T) {
	t.Parallel()
	passwords := authn.NewPasswords(authn.DefaultCost())
	hash, err := passwords.Hash(t.Context(), rightPassword)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") || strings.Contains(hash, rightPassword) {
		t.Errorf("the hash is %q", hash)
	}
	for password, opens := range map[string]bool{
		rightPassword: true, "": false, rightPassword + " ": false, "Correct horse": false, rightPassword[1:]: false, rightPassword + "\x00": false,
	} {
		if passwords.Verify(password, hash) != opens {
			t.Errorf("%q matches: %t, want %t", password, !opens, opens)
		}
	}
	again, err := passwords.Hash(t.Context(), rightPassword)
	if err != nil {
		t.Fatal(err)
	}
	if again == hash {
		t.Error("the same password has the same hash twice: there is no salt in it")
	}
	if !passwords.Verify(rightPassword, again) {
		t.Error("the second hash does not match")
	}
}

// TestHashContainsItsParameters checks a hash that was created with weaker parameters: 64 KiB and one pass.
func TestHashContainsItsParameters(t *testing.T) {
	t.Parallel()
	const old = "$argon2id$v=19$m=64,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$rAjuexKlLdAHLvqk7TeeiWZjW4OPoRGwldJXdHbTuKI"
	passwords := authn.NewPasswords(authn.DefaultCost())
	if !passwords.Verify(rightPassword, old) {
		t.Error("the password does not match")
	}
	if passwords.Verify("another", old) {
		t.Error("another password matches")
	}
}

func TestDamagedHashMatchesNothing(t *testing.T) {
	t.Parallel()
	passwords := authn.NewPasswords(authn.DefaultCost())
	good, err := passwords.Hash(t.Context(), rightPassword)
	if err != nil {
		t.Fatal(err)
	}
	const parameters = "m=19456,t=2,p=1"
	for name, hash := range map[string]string{
		"nothing":         "",
		"noise":           "noise",
		"plain text":      rightPassword,
		"dollars":         "$$$$$",
		"another kind":    strings.Replace(good, "argon2id", "argon2i", 1),
		"another version": strings.Replace(good, "v=19", "v=16", 1),
		"no passes":       strings.Replace(good, parameters, "m=19456,t=0,p=1", 1),
		"many passes":     strings.Replace(good, parameters, "m=19456,t=4294967295,p=1", 1),
		"no lanes":        strings.Replace(good, parameters, "m=19456,t=2,p=0", 1),
		"too much memory": strings.Replace(good, parameters, "m=4294967295,t=2,p=1", 1),
		"negative memory": strings.Replace(good, parameters, "m=-1,t=2,p=1", 1),
		"less memory":     strings.Replace(good, parameters, "m=9728,t=2,p=1", 1),
		"no parameters":   strings.Replace(good, parameters, "", 1),
		"swapped":         strings.Replace(good, parameters, "t=2,m=19456,p=1", 1),
		"cut off":         good[:len(good)-4],
		"longer":          good + "AAAA",
		"prefix":          "x" + good,
		"salt":            strings.Replace(good, "p=1$", "p=1$*", 1),
	} {
		if passwords.Verify(rightPassword, hash) {
			t.Errorf("%s: %q opens", name, hash)
		}
	}
}

// TestLongLineIsTurnedAway runs in a bubble, which knows when all the others wait.
func TestLongLineIsTurnedAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		passwords := authn.NewPasswords(authn.DefaultCost())
		release := passwords.FillSlots()
		ctx, leave := context.WithCancel(t.Context())
		var line sync.WaitGroup
		for range authn.MaxQueue {
			line.Go(func() { _, _ = passwords.Hash(ctx, rightPassword) })
		}
		synctest.Wait()
		_, err := passwords.Hash(t.Context(), rightPassword)
		if !fault.Is(err, fault.Limit) || fault.From(err).RetryAfter <= 0 {
			t.Errorf("got %v, want limit with a time to come back", err)
		}
		leave()
		line.Wait()
		release()
		if _, err := passwords.Hash(t.Context(), rightPassword); err != nil {
			t.Errorf("after the line has gone: %v", err)
		}
	})
}

func TestNobodyWaitsForeverInLine(t *testing.T) {
	t.Parallel()
	passwords := authn.NewPasswords(authn.DefaultCost())
	release := passwords.FillSlots()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := passwords.Hash(ctx, rightPassword); !fault.Is(err, fault.Canceled) {
		t.Errorf("got %v, want canceled", err)
	}
	release()
	if _, err := passwords.Hash(t.Context(), rightPassword); err != nil {
		t.Errorf("after the others are done: %v", err)
	}
}
