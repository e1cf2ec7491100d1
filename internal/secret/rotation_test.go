package secret_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
)

// rotate adds a key and makes it the active one.
func rotate(t *testing.T, folder string, keys *secret.Keys, before secret.Active) secret.Active {
	t.Helper()
	added, err := secret.Add(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := keys.Reload(); err != nil {
		t.Fatal(err)
	}
	if keys.Fingerprint() != before.Fingerprint {
		t.Fatal("a key is active before the rotation")
	}
	after, err := keys.Rotation(before, added)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// reseal seals a secret of connection 7 again, with the key that is active.
func reseal(t *testing.T, keys *secret.Keys, sealed string, active secret.Active) string {
	t.Helper()
	renewed, err := keys.Reseal(sealed, "connection 7")
	if err != nil || secret.KeyOf(renewed) != active.Fingerprint {
		t.Fatalf("sealed again %q, %v", renewed, err)
	}
	return renewed
}

// wantOpened opens secrets of connection 7.
func wantOpened(t *testing.T, keys *secret.Keys, all ...string) {
	t.Helper()
	for _, sealed := range all {
		if plain, err := keys.Open(sealed, "connection 7"); err != nil || string(plain) != "hunter2" {
			t.Errorf("%q opens as %q, %v", sealed, plain, err)
		}
	}
}

// wantFollowed makes a key the active one of a process, which hashes tokens as before.
func wantFollowed(t *testing.T, keys *secret.Keys, active secret.Active, hash string) {
	t.Helper()
	if err := keys.Use(active); err != nil || keys.HashToken("mrt_x") != hash || keys.Fingerprint() != active.Fingerprint {
		t.Errorf("the process does not follow to key %s: %v", active.Fingerprint, err)
	}
}

func TestRotation(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	keys, other := load(t, folder), load(t, folder)
	first := secret.Active{Fingerprint: keys.Fingerprint()}
	hash := keys.HashToken("mrt_x")
	old, err := keys.Seal([]byte("hunter2"), "connection 7")
	if err != nil || !strings.HasPrefix(old, "v1.") {
		t.Fatalf("sealed %q, %v", old, err)
	}
	second := rotate(t, folder, keys, first)
	if keys.HashToken("mrt_x") != hash {
		t.Error("tokens are hashed with another key after the rotation")
	}
	renewed := reseal(t, keys, old, second)
	if again, err := keys.Reseal(renewed, "connection 7"); err != nil || again != renewed {
		t.Errorf("a value of the active key was sealed again: %q, %v", again, err)
	}
	if _, err := keys.Reseal(old, "connection 8"); !fault.Is(err, fault.Unavailable) {
		t.Errorf("a value of another row was sealed again: %v", err)
	}
	// A process that started before the rotation reads the file again when it meets the new key.
	wantOpened(t, other, old, renewed)
	wantFollowed(t, other, second, hash)
	third := rotate(t, folder, keys, second)
	if err := secret.Keep(folder, func(fingerprint string) bool { return fingerprint == third.Fingerprint }); err != nil {
		t.Fatal(err)
	}
	last := reseal(t, keys, renewed, third)
	fresh := load(t, folder) // it has the newest key alone
	wantFollowed(t, fresh, third, hash)
	wantOpened(t, fresh, last)
	for _, sealed := range []string{old, renewed} {
		if _, err := fresh.Open(sealed, "connection 7"); !fault.Is(err, fault.Unavailable) {
			t.Errorf("a removed key opens %q: %v", sealed, err)
		}
	}
	if err := fresh.Use(second); !fault.Is(err, fault.Conflict) || fault.From(err).Hint == "" {
		t.Errorf("a removed key is used: %v", err)
	}
	info, err := os.Stat(filepath.Join(folder, secret.FileName))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key file has mode %v, %v", info.Mode(), err)
	}
}

// A sealed text cannot be moved to another key by changing its name.
func TestNameOfTheKeyIsBound(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	keys := load(t, folder)
	first := secret.Active{Fingerprint: keys.Fingerprint()}
	second := rotate(t, folder, keys, first)
	sealed, err := keys.Seal([]byte("hunter2"), "connection 7")
	if err != nil {
		t.Fatal(err)
	}
	for _, changed := range []string{
		strings.Replace(sealed, second.Fingerprint, first.Fingerprint, 1), strings.Replace(sealed, "v2."+second.Fingerprint+".", "v1.", 1),
		strings.Replace(sealed, second.Fingerprint, "", 1), "v2." + second.Fingerprint, "v3" + sealed[2:],
	} {
		if plain, err := keys.Open(changed, "connection 7"); err == nil {
			t.Errorf("%q opens: %q", changed, plain)
		}
	}
}

func TestSeveralGivenKeys(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	load(t, folder)
	if _, err := secret.Add(folder); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(folder, secret.FileName))
	if err != nil {
		t.Fatal(err)
	}
	want := load(t, folder).Fingerprints()
	given, err := secret.LoadOrCreate("", strings.Join(strings.Fields(string(raw)), ", "))
	if err != nil || len(want) != 2 || given.Fingerprints()[0] != want[0] || given.Fingerprints()[1] != want[1] {
		t.Errorf("got %v, want %v: %v", given.Fingerprints(), want, err)
	}
}
