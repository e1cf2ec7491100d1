package secret_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
)

// fixedSealed is "hunter2", sealed under fixedMaster for "connection 7".
const fixedSealed = "v1.03KiYFSez78tXYrz9j6RJ4-gEuokjj8KrPoIFW4G--a-ON8"

// The stored hashes of a deployment depend on these values: if this test fails, existing access tokens become invalid.
func TestKeyDerivationIsStable(t *testing.T) {
	t.Parallel()
	keys := fixedKeys(t)
	if got, want := keys.HashToken("mrt_example"), "8dd460b32c65a6ca2231a24d4f99cbf680ff859fd74b0b4dc1c50f7d86008848"; got != want {
		t.Errorf("HashToken = %s, want %s", got, want)
	}
	if got, want := keys.Fingerprint(), "7c362b47e9053f90"; got != want {
		t.Errorf("Fingerprint = %s, want %s", got, want)
	}
	if plain, err := keys.Open(fixedSealed, "connection 7"); err != nil || string(plain) != "hunter2" {
		t.Errorf("Open = %q, %v", plain, err)
	}
}

func TestTokenHashes(t *testing.T) {
	t.Parallel()
	keys, others := fixedKeys(t), load(t, t.TempDir())
	hash := keys.HashToken("mrt_a")
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(hash) {
		t.Errorf("hash = %q, want 64 hexadecimal digits", hash)
	}
	if hash != keys.HashToken("mrt_a") {
		t.Error("the same token has two hashes")
	}
	if hash == keys.HashToken("mrt_b") || hash == others.HashToken("mrt_a") {
		t.Error("another token or another key has the same hash")
	}
}

// secretsOf returns the texts that no output may contain.
func secretsOf(master []byte) []string {
	return []string{
		string(master), hex.EncodeToString(master), base64.StdEncoding.EncodeToString(master),
		base64.RawURLEncoding.EncodeToString(master), fmt.Sprintf("%d", master), fmt.Sprintf("%#v", master),
	}
}

func TestPrintedKeysAreHidden(t *testing.T) {
	t.Parallel()
	keys := fixedKeys(t)
	type server struct {
		Keys  *secret.Keys
		inner *secret.Keys
		value secret.Keys
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%o"} {
		for _, value := range []any{keys, *keys} {
			if got := fmt.Sprintf(verb, value); got != "secret.Keys(hidden)" {
				t.Errorf("%s of %T = %q", verb, value, got)
			}
		}
		printed := fmt.Sprintf(verb, server{keys, keys, *keys})
		for _, text := range secretsOf(fixedMaster()) {
			if strings.Contains(printed, text) {
				t.Errorf("%s of a struct contains the key: %s", verb, printed)
			}
		}
		// Addresses and the fingerprint are allowed; a derived key would be longer than all of them.
		if len(printed) > 250 {
			t.Errorf("%s of a struct prints more than addresses: %s", verb, printed)
		}
	}
}

func TestLoggedAndEncodedKeysAreHidden(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	slog.New(slog.NewJSONHandler(&out, nil)).Info("start", "keys", fixedKeys(t))
	slog.New(slog.NewTextHandler(&out, nil)).Info("start", "keys", *fixedKeys(t))
	if got := strings.Count(out.String(), "secret.Keys(hidden)"); got != 2 {
		t.Errorf("log = %s", &out)
	}
	encoded, err := json.Marshal(map[string]any{"keys": fixedKeys(t)})
	if err != nil || string(encoded) != `{"keys":"secret.Keys(hidden)"}` {
		t.Errorf("json = %s, %v", encoded, err)
	}
}

func BenchmarkHashToken(b *testing.B) {
	keys := fixedKeys(b)
	for b.Loop() {
		keys.HashToken("mrt_0123456789abcdefghijABCDEFGHIJ123456")
	}
}

// TestKeyFileIsAFile: a folder in the place of the key file is reported with what to do.
func TestKeyFileIsAFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, secret.FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := secret.LoadOrCreate(folder, "")
	if problem := fault.From(err); err == nil || !strings.Contains(problem.Message, "regular file") || problem.Hint == "" {
		t.Errorf("got %v", err)
	}
}
