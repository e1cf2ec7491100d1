package cli_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/millrace/millrace/internal/cli"
)

// docs runs `millrace docs` and returns what it prints.
func docs(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	program := cli.Program{Version: "test", Args: append([]string{"docs"}, args...), Stdout: &out, Stderr: io.Discard}
	if code := program.Run(t.Context()); code != 0 {
		t.Fatalf("millrace docs %v ends with %d", args, code)
	}
	return out.String()
}

// TestReferenceIsUpToDate compares docs/reference with what the code says. `make generate` writes it.
func TestReferenceIsUpToDate(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for file := range strings.Lines(docs(t, "write", folder)) {
		name := filepath.Base(strings.TrimSpace(file))
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("../../docs/reference", name))
		if err != nil {
			t.Errorf("%v: run make generate", err)
			continue
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("docs/reference/%s is out of date: run make generate (-file +code):\n%s", name, diff)
		}
	}
}

func TestDocsPrintsThePages(t *testing.T) {
	t.Parallel()
	for topic, want := range map[string]struct{ text, field string }{
		"node-types":    {"### Stage in SQL\n", "nodeTypes"},
		"annotations":   {"## testRange\n", "annotations"},
		"tests":         {"### testUnique\n", "options"},
		"functions":     {"| `ref(location, node)` |", "functions"},
		"configuration": {"`MILLRACE_LISTEN`", "settings"},
		"commands":      {"### millrace projects list\n", "commands"},
		"errors":        {"HTTP status 404, exit code 1.", "faults"},
	} {
		if text := docs(t, topic); !strings.Contains(text, want.text) {
			t.Errorf("millrace docs %s does not print %q:\n%.2000s", topic, want.text, text)
		}
		var page map[string][]any
		if err := json.Unmarshal([]byte(docs(t, topic, "--json")), &page); err != nil || len(page[want.field]) == 0 {
			t.Errorf("millrace docs %s --json has no list %s: %v", topic, want.field, err)
		}
	}
}

// TestCommandsArePublished checks that the reference contains every command.
func TestCommandsArePublished(t *testing.T) {
	t.Parallel()
	page := docs(t, "commands")
	root := cli.Root(cli.Program{Version: "test", Stdout: io.Discard, Stderr: io.Discard})
	for _, command := range everyCommand(root) {
		if !command.Hidden && !strings.Contains(page, "\n### "+command.CommandPath()+"\n") {
			t.Errorf("%s is not in the reference", command.CommandPath())
		}
	}
}

// TestExampleOfErrorsIsReal compares the output at the top of errors.md with that of the command.
func TestExampleOfErrorsIsReal(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../reference/examples/project")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../reference/examples/errors/unknown-column.sql")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "nodes", "STAGE-STG_ORDERS.sql"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	program := cli.Program{Version: "test", Args: []string{"validate", folder}, Stdout: &out, Stderr: io.Discard}
	if code := program.Run(t.Context()); code != 1 {
		t.Errorf("the exit code is %d, want 1", code)
	}
	_, rest, _ := strings.Cut(docs(t, "errors"), "```text\n")
	want, _, _ := strings.Cut(rest, "```")
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("the output of millrace validate (-page +command):\n%s", diff)
	}
}
