package secret_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/secret"
)

// fixedMaster is a key whose base64 differs between the standard and the URL alphabet.
func fixedMaster() []byte {
	master := []byte("0123456789abcdef0123456789abcdef")
	master[0], master[1], master[2] = 0xfb, 0xff, 0xbe
	return master
}

// fixedKeys returns the keys of fixedMaster; they need no folder.
func fixedKeys(t testing.TB) *secret.Keys {
	t.Helper()
	keys, err := secret.LoadOrCreate("", base64.StdEncoding.EncodeToString(fixedMaster()))
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestGivenKeyIsAcceptedInEveryBase64Variant(t *testing.T) {
	t.Parallel()
	want := fixedKeys(t).Fingerprint()
	for name, text := range map[string]string{
		"standard":              base64.StdEncoding.EncodeToString(fixedMaster()),
		"standard, no padding":  base64.RawStdEncoding.EncodeToString(fixedMaster()),
		"url":                   base64.URLEncoding.EncodeToString(fixedMaster()),
		"url, no padding":       base64.RawURLEncoding.EncodeToString(fixedMaster()),
		"with a line break":     base64.StdEncoding.EncodeToString(fixedMaster()) + "\n",
		"with spaces around":    "  " + base64.StdEncoding.EncodeToString(fixedMaster()) + "  ",
		"url with a line break": base64.RawURLEncoding.EncodeToString(fixedMaster()) + "\r\n",
	} {
		keys, err := secret.LoadOrCreate("", text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if keys.Fingerprint() != want {
			t.Errorf("%s: the key is different", name)
		}
	}
}

func TestInvalidGivenKeyIsRejectedAndHidden(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"too short":  base64.StdEncoding.EncodeToString(fixedMaster()[:31]),
		"too long":   base64.StdEncoding.EncodeToString(append(fixedMaster(), 'x')),
		"not base64": "correct horse battery staple",
		"blank":      "   ",
	} {
		_, err := secret.LoadOrCreate(t.TempDir(), text)
		if !fault.Is(err, fault.Invalid) || fault.From(err).Hint == "" {
			t.Errorf("%s: %v, want an invalid fault with a hint", name, err)
			continue
		}
		if shown := strings.TrimSpace(text); shown != "" && strings.Contains(err.Error(), shown) {
			t.Errorf("%s: the error contains the key: %v", name, err)
		}
	}
}

func TestGivenKeyOverridesTheFileAndWritesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	fromFile := load(t, dir)
	given, err := secret.LoadOrCreate(dir, base64.StdEncoding.EncodeToString(fixedMaster()))
	if err != nil {
		t.Fatal(err)
	}
	if given.Fingerprint() == fromFile.Fingerprint() || given.Fingerprint() != fixedKeys(t).Fingerprint() {
		t.Error("the file's key was used instead of the given one")
	}
	empty := filepath.Join(t.TempDir(), "not-made")
	if _, err := secret.LoadOrCreate(empty, base64.StdEncoding.EncodeToString(fixedMaster())); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(empty); !os.IsNotExist(err) {
		t.Errorf("the folder was created: %v", err)
	}
}

func load(t *testing.T, dir string) *secret.Keys {
	t.Helper()
	keys, err := secret.LoadOrCreate(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func TestFirstStartCreatesAPrivateKey(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data", "deeper")
	first := load(t, dir)
	info, err := os.Stat(filepath.Join(dir, "server.key"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %04o, want 0600", info.Mode().Perm())
	}
	if again := load(t, dir); again.Fingerprint() != first.Fingerprint() {
		t.Error("the second start has a different key")
	}
	if other := load(t, t.TempDir()); other.Fingerprint() == first.Fingerprint() {
		t.Error("two folders have the same key")
	}
	wantOnlyKeyFile(t, dir)
}

// wantOnlyKeyFile checks that no temporary file remains.
func wantOnlyKeyFile(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != "server.key" {
		t.Errorf("the folder contains %v, want only server.key", entries)
	}
}

func TestConcurrentStartsGetTheSameKey(t *testing.T) {
	t.Parallel()
	const servers = 32
	dir := filepath.Join(t.TempDir(), "data")
	var all sync.WaitGroup
	var gate sync.WaitGroup
	gate.Add(1)
	prints, errs := make([]string, servers), make([]error, servers)
	for i := range servers {
		all.Go(func() {
			gate.Wait()
			keys, err := secret.LoadOrCreate(dir, "")
			if errs[i] = err; err == nil {
				prints[i] = keys.Fingerprint()
			}
		})
	}
	gate.Done()
	all.Wait()
	for i := range servers {
		if errs[i] != nil || prints[i] != prints[0] {
			t.Errorf("server %d: key %q, error %v; server 0 has %q", i, prints[i], errs[i], prints[0])
		}
	}
	wantOnlyKeyFile(t, dir)
}

func TestKeyFileAccessibleToOtherUsersIsRejected(t *testing.T) {
	t.Parallel()
	for _, mode := range []os.FileMode{0o640, 0o604, 0o644, 0o620, 0o601, 0o666} {
		dir := t.TempDir()
		load(t, dir)
		path := filepath.Join(dir, "server.key")
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := secret.LoadOrCreate(dir, "")
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), path) {
			t.Errorf("mode %04o: %v, want an invalid fault that names the file", mode, err)
			continue
		}
		if hint := fault.From(err).Hint; hint != "Run: chmod 600 "+path {
			t.Errorf("mode %04o: hint = %q", mode, hint)
		}
	}
}

func TestInvalidKeyFileIsRejectedAndKept(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":          "",
		"half a key":     base64.StdEncoding.EncodeToString(fixedMaster()[:16]),
		"other text":     "hunter2 is not a key",
		"two keys":       base64.StdEncoding.EncodeToString(append(fixedMaster(), fixedMaster()...)),
		"raw bytes":      string(fixedMaster()),
		"very long text": strings.Repeat("A", 100_000),
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "server.key")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := secret.LoadOrCreate(dir, "")
		if !fault.Is(err, fault.Invalid) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want an invalid fault that names the file", name, err)
			continue
		}
		if text != "" && strings.Contains(err.Error(), text) {
			t.Errorf("%s: the error contains the content", name)
		}
		if kept, _ := os.ReadFile(path); string(kept) != text {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestFolderInsteadOfKeyFileIsRejected(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "server.key"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := secret.LoadOrCreate(dir, ""); !fault.Is(err, fault.Invalid) {
		t.Errorf("%v, want an invalid fault", err)
	}
}

func TestDataFolderThatCannotBeCreatedIsReported(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := secret.LoadOrCreate(filepath.Join(file, "data"), "")
	if !fault.Is(err, fault.Unavailable) || fault.From(err).Hint == "" {
		t.Errorf("%v, want an unavailable fault with a hint", err)
	}
}
