package jinja_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// renderResult is the result of a render: an output, or the kind of an error.
type renderResult struct {
	Output  string `json:"output"`
	Error   string `json:"error"`
	Message string `json:"message"`
}

// renderRequest is a template to render.
type renderRequest struct {
	Template string          `json:"template"`
	Context  json.RawMessage `json:"context,omitempty"`
}

// renderWithPython renders all templates with Python's Jinja2. It skips the test if Jinja2 is not installed, except in
// CI.
func renderWithPython(t *testing.T, requests []renderRequest) []renderResult {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err == nil {
		err = exec.Command(python, "-c", "import jinja2").Run()
	}
	if err != nil {
		if os.Getenv("MILLRACE_TEST_JINJA2_REQUIRED") != "" {
			t.Fatalf("python3 with jinja2 is required: %v", err)
		}
		t.Skipf("python3 with jinja2 is not installed: %v", err)
	}
	var in bytes.Buffer
	for _, q := range requests {
		line, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	command := exec.Command(python, "-I", "testdata/jinja2_check.py")
	command.Stdin = &in
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	results := make([]renderResult, 0, len(requests))
	for line := range bytes.Lines(out) {
		var a renderResult
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		results = append(results, a)
	}
	if len(results) != len(requests) {
		t.Fatalf("%d results for %d requests", len(results), len(requests))
	}
	return results
}
