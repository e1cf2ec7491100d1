package readme_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

// asMillrace is the environment variable that makes this test binary act as the millrace command.
const asMillrace = "MILLRACE_README_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	duckdbprocess.RunAsChild()
	if os.Getenv(asMillrace) != "" {
		program := cli.Program{Version: "test", Args: os.Args[1:], Environ: os.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{}}
		os.Exit(program.Run(context.Background()))
	}
	os.Exit(m.Run())
}

// TestReadmeCommandsPrintTheDocumentedOutput runs the bash blocks of the README in one shell, in an empty folder and against
// a server with the sample project. The output must contain the lines of the text blocks in their order.
func TestReadmeCommandsPrintTheDocumentedOutput(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	scripts, shown := blocks(string(raw), "bash"), blocks(string(raw), "text")
	if len(scripts) != 5 || len(shown) != 5 {
		t.Fatalf("the README has %d scripts and %d outputs, want 5 each: adapt this test", len(scripts), len(shown))
	}
	folder := t.TempDir()
	install(t, filepath.Join(folder, "bin"))
	platform := startWithSample(t)
	script := strings.ReplaceAll(strings.Join(scripts, "\n"), "http://127.0.0.1:8080", platform.URL)
	script = strings.Replace(script, "--email admin@localhost", "--email admin@localhost --password-stdin <<<'"+apptest.AdminPassword+"'", 1)
	command := exec.Command("bash", "-euo", "pipefail", "-c", script)
	command.Dir = folder
	command.Env = append(os.Environ(), "HOME="+folder, "XDG_CONFIG_HOME="+filepath.Join(folder, "config"))
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if line := firstMissing(strings.Join(shown, ""), string(out)); line != "" {
		t.Errorf("the README shows the line\n%s\nand the commands print\n%s", line, out)
	}
}

// firstMissing returns the first line of shown that does not follow the lines before it in out, or "" if there is none.
// An ellipsis in a line stands for any text.
func firstMissing(shown, out string) string {
	lines := strings.Split(out, "\n")
	for line := range strings.Lines(shown) {
		line = strings.TrimRight(line, "\n")
		quoted := strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
		pattern := regexp.MustCompile("^" + quoted + "$")
		i := slices.IndexFunc(lines, pattern.MatchString)
		if i < 0 {
			return line
		}
		lines = lines[i+1:]
	}
	return ""
}

// install writes a millrace command into folder that runs this test binary.
func install(t *testing.T, folder string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf("#!/bin/sh\nexec env %s=1 '%s' \"$@\"\n", asMillrace, self)
	if err := os.WriteFile(filepath.Join(folder, "millrace"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
}
