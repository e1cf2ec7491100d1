package profile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/cli/profile"
	"github.com/millrace/millrace/internal/fault"
)

func TestSavedProfilesCanBeRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "new", "millrace", "profiles.toml")
	file, err := profile.Open(path)
	if err != nil || len(file.Names()) != 0 || !file.IsPrivate() {
		t.Fatalf("a missing file: %v, %v", file.Names(), err)
	}
	ann := profile.Profile{Server: "https://a.example", Token: "mrt_\"x'\\", Email: "ann@a.example", Organization: "É & Söhne", TokenID: "7"}
	file.Put("default", ann)
	file.Put("test", profile.Profile{Server: "http://127.0.0.1:8080"})
	if err = file.Save(); err != nil {
		t.Fatal(err)
	}
	again, err := profile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	got, ok := again.Get("default")
	if diff := cmp.Diff(ann, got); !ok || diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"default", "test"}, again.Names()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	again.Remove("test")
	if err = again.Save(); err != nil {
		t.Fatal(err)
	}
	last, err := profile.Open(path)
	if _, ok = last.Get("test"); ok || err != nil {
		t.Errorf("the removed profile exists: %v", err)
	}
}

func TestSavedFileIsPrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "profiles.toml")
	if err := os.WriteFile(path, []byte("[default]\nserver = 'http://a'\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	file, err := profile.Open(path)
	if err != nil || file.IsPrivate() {
		t.Fatalf("a public file is reported as private: %v", err)
	}
	if err = file.Save(); err != nil || !file.IsPrivate() {
		t.Errorf("the saved file is public: %v", err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".profiles*"))
	if err != nil || len(left) > 0 {
		t.Errorf("unexpected files: %v, %v", left, err)
	}
}

// TestErrorsDoNotQuoteTokens reads files with a token in a wrong place.
func TestErrorsDoNotQuoteTokens(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"token = mrt_secret", "[default]\ntokn = 'mrt_secret'\n", "default = 'mrt_secret'", "[a\nmrt_secret", "[default]\ntoken = 7"} {
		path := filepath.Join(t.TempDir(), "profiles.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := profile.Open(path)
		if !fault.Is(err, fault.Invalid) || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := profile.Open(t.TempDir()); !fault.Is(err, fault.Conflict) {
		t.Errorf("a folder: %v", err)
	}
	if _, err := profile.Open(""); !fault.Is(err, fault.Conflict) {
		t.Errorf("no path: %v", err)
	}
}

func TestFailedSaveKeepsTheOldFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := profile.Open(filepath.Join(folder, "file", "profiles.toml")); !fault.Is(err, fault.Conflict) {
		t.Errorf("below a file: %v", err)
	}
	path := filepath.Join(folder, "profiles.toml")
	file, err := profile.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err = os.MkdirAll(filepath.Join(path, "blocker"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err = file.Save(); !fault.Is(err, fault.Conflict) {
		t.Errorf("over a folder: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, ".profiles*")); len(left) > 0 {
		t.Errorf("unexpected files: %v", left)
	}
}

func TestPath(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ xdg, home, want string }{
		{"", "/home/ann", "/home/ann/.config/millrace/profiles.toml"},
		{"/etc/ann", "/home/ann", "/etc/ann/millrace/profiles.toml"},
		{"relative", "/home/ann", "/home/ann/.config/millrace/profiles.toml"},
		{"", "", ""},
	} {
		variables := map[string]string{"XDG_CONFIG_HOME": tt.xdg, "HOME": tt.home}
		if got := profile.Path(func(name string) string { return variables[name] }); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, isGood := range map[string]bool{
		"default": true, "test-2_B": true, "7": true, strings.Repeat("a", 64): true,
		"": false, "-x": false, "a b": false, "a.b": false, "é": false, strings.Repeat("a", 65): false, "a\n": false,
	} {
		if err := profile.CheckName(name); (err == nil) != isGood {
			t.Errorf("%q: %v", name, err)
		}
	}
}
