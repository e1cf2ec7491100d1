package readme_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/cli"
)

// asMillrace makes this program the command that the README speaks of.
const asMillrace = "MILLRACE_README_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asMillrace) != "" {
		program := cli.Program{Version: "test", Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{}}
		os.Exit(program.Run(context.Background()))
	}
	os.Exit(m.Run())
}

// TestAProjectOnYourMachine runs the bash blocks of the README in an empty folder. What a text block shows must be in
// what they print.
func TestAProjectOnYourMachine(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	scripts, shown := blocks(string(raw), "bash"), blocks(string(raw), "text")
	if len(scripts) != 1 || len(shown) != 1 {
		t.Fatalf("the README has %d scripts and %d outputs: adapt this test", len(scripts), len(shown))
	}
	command := exec.Command("bash", "-euo", "pipefail", "-c", scripts[0])
	command.Dir = t.TempDir()
	install(t, filepath.Join(command.Dir, "bin"))
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	excerpt, _, _ := strings.Cut(shown[0], "…")
	if !strings.Contains(string(out), excerpt) {
		t.Errorf("the README shows\n%s\nand the commands print\n%s", excerpt, out)
	}
}

// install puts the command into a folder.
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
