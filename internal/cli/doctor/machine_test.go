package doctor_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/cli/doctor"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/diskspace"
)

// states returns the states of findings by check.
func states(findings []doctor.Finding) map[string]doctor.State {
	found := map[string]doctor.State{}
	for _, f := range findings {
		found[f.Check] = f.State
	}
	return found
}

func TestMachine(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
		return path
	}
	private, open := filepath.Join(folder, "private"), filepath.Join(folder, "open")
	if err := errors.Join(os.Mkdir(private, 0o700), os.Mkdir(open, 0o755), os.Chmod(open, 0o755)); err != nil {
		t.Fatal(err)
	}
	good := write("profiles.toml", "[default]\nserver = 'http://a'\n", 0o600)
	for _, tt := range []struct {
		name, profiles, data string
		environ              []string
		check                string
		want                 doctor.State
	}{
		{"missing files", filepath.Join(folder, "none.toml"), filepath.Join(folder, "none"), nil, "data folder", doctor.OK},
		{"private data", good, private, nil, "data folder", doctor.OK},
		{"data folder readable by other users", good, open, nil, "data folder", doctor.Warn},
		{"data folder is a file", good, good, nil, "data folder", doctor.Fail},
		{"free space", good, private, nil, "free space", doctor.OK},
		{"valid profiles", good, private, nil, "profiles", doctor.OK},
		{"no folder for profiles", "", private, nil, "profiles", doctor.Warn},
		{"broken profiles", write("broken.toml", "[", 0o600), private, nil, "profiles", doctor.Fail},
		{"public tokens", write("public.toml", "[a]\nserver = 'http://a'\ntoken = 'mrt_x'\n", 0o644), private, nil, "profiles", doctor.Warn},
		{"a wrong setting", good, private, []string{"MILLRACE_LISTEN=nowhere"}, "settings", doctor.Fail},
		{"variables of the command line", good, private, []string{"MILLRACE_TOKEN=x", "MILLRACE_PROFILE=a"}, "settings", doctor.OK},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			findings := doctor.Machine{
				Version: "1", Profiles: tt.profiles, Settings: config.Sources{Flags: map[string]string{"data": tt.data}, Environ: tt.environ},
			}.Checks(t.Context())
			if got := states(findings)[tt.check]; got != tt.want {
				t.Errorf("%s is %s, want %s: %+v", tt.check, got, tt.want, findings)
			}
			for _, f := range findings {
				if f.State != doctor.OK && f.Hint == "" || strings.Contains(f.Message+f.Hint, "mrt_") {
					t.Errorf("%+v has no hint or contains a token", f)
				}
			}
		})
	}
	if left, _ := filepath.Glob(filepath.Join(private, ".doctor*")); len(left) > 0 {
		t.Errorf("unexpected files: %v", left)
	}
}

// TestDiskThatIsNearlyFull: the disk is reported before the server refuses work, and when it does.
func TestDiskThatIsNearlyFull(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, tt := range []struct {
		free    uint64
		isKnown bool
		want    doctor.State
		message string
	}{
		{2 << 30, true, doctor.OK, "2 GB are free at " + folder},
		{1 << 30, true, doctor.OK, "1 GB are free at " + folder},
		{1<<30 - 1, true, doctor.Warn, "only 1023 MB are free at " + folder},
		{2 * diskspace.ReserveSize, true, doctor.Warn, "only 32 MB are free at " + folder},
		{2*diskspace.ReserveSize - 1, true, doctor.Fail, "the disk of " + folder + " is full: 31 MB are free"},
		{0, true, doctor.Fail, "the disk of " + folder + " is full: 0 MB are free"},
		{0, false, doctor.Warn, "cannot determine the free space at " + folder},
	} {
		findings := doctor.Machine{
			Settings:  config.Sources{Flags: map[string]string{"data": folder}},
			FreeSpace: func(string) (uint64, bool) { return tt.free, tt.isKnown },
		}.Checks(t.Context())
		got := findings[len(findings)-1]
		if got.Check != "free space" || got.State != tt.want || got.Message != tt.message || (got.Hint == "") != (tt.want == doctor.OK) {
			t.Errorf("%d free bytes, known %t: %+v, want %s: %s", tt.free, tt.isKnown, got, tt.want, tt.message)
		}
	}
}

func TestWorst(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ states, want string }{
		{"", "ok"}, {"ok", "ok"}, {"ok warn ok", "warn"}, {"warn fail warn", "fail"}, {"fail ok", "fail"},
	} {
		var findings []doctor.Finding
		for state := range strings.FieldsSeq(tt.states) {
			findings = append(findings, doctor.Finding{State: doctor.State(state)})
		}
		if got := doctor.Worst(findings); string(got) != tt.want {
			t.Errorf("%s: %s, want %s", tt.states, got, tt.want)
		}
	}
}
