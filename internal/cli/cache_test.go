package cli_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/projectgen"
)

// execute runs a command and returns its exit code and everything that it prints.
func execute(t *testing.T, command ...string) string {
	t.Helper()
	var out, problems bytes.Buffer
	program := cli.Program{Version: "test", Args: command, Stdout: &out, Stderr: &problems}
	code := program.Run(t.Context())
	return fmt.Sprintf("%d\n%s\n%s", code, out.String(), problems.String())
}

// Every command prints the same with the cache and without, also after edits.
func TestCacheChangesNoOutput(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	generated := projectgen.Generate(projectgen.Typical(1, 220))
	if err := generated.Write(project); err != nil {
		t.Fatal(err)
	}
	const name = "{ name: *A* }"
	compare := func(what string) {
		for _, command := range [][]string{
			{"validate", project},
			{"validate", project, "--json"},
			{"validate", project, "--strict", "--parameter", "a=1"},
			{"select", "+" + name, "--dir", project},
			{"select", name + "+", "--exclude", "{ location: MART }", "--json", "--dir", project},
			{"graph", project},
			{"graph", project, "--format", "dot", "--layout"},
			{"graph", project, "--json", "--select", "+" + name},
			{"render", project, "--select", "{ name: *B }", "--json"},
		} {
			with, without := execute(t, command...), execute(t, append(command, "--no-cache")...)
			if with != without {
				t.Fatalf("%s: %s: with the cache\n%s\nwithout\n%s", what, command[0], with, without)
			}
			if strings.HasPrefix(with, "2") {
				t.Fatal(with)
			}
		}
	}
	execute(t, "validate", project, "--no-cache")
	if _, err := os.Stat(filepath.Join(project, ".millrace")); err == nil {
		t.Error("--no-cache created the cache")
	}
	compare("first")
	if caches, err := os.ReadDir(filepath.Join(project, ".millrace", "cache")); err != nil || len(caches) == 0 {
		t.Error("there is no cache", err)
	}
	for _, edit := range generated.Edits(1, 3) {
		if err := os.WriteFile(filepath.Join(project, filepath.FromSlash(edit.Path)), edit.Content, 0o600); err != nil {
			t.Fatal(err)
		}
		compare(edit.Description)
	}
}
