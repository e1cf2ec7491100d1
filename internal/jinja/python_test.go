package jinja_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// answer is what a render returned: an output, or the kind of an error.
type answer struct {
	Output  string `json:"output"`
	Error   string `json:"error"`
	Message string `json:"message"`
}

// question is a template to render.
type question struct {
	Template string          `json:"template"`
	Context  json.RawMessage `json:"context,omitempty"`
}

// askPython renders all templates with Python's Jinja2. Where it is not installed the test is skipped, but not in CI.
func askPython(t *testing.T, questions []question) []answer {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err == nil {
		err = exec.Command(python, "-c", "import jinja2").Run()
	}
	if err != nil {
		if os.Getenv("MILLRACE_TEST_JINJA2_REQUIRED") != "" {
			t.Fatalf("python3 with jinja2 is needed here: %v", err)
		}
		t.Skipf("python3 with jinja2 is not installed: %v", err)
	}
	var in bytes.Buffer
	for _, q := range questions {
		line, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
	}
	command := exec.Command(python, "-I", "testdata/jinja2_check.py")
	command.Stdin = &in
	var complaints strings.Builder
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, complaints.String())
	}
	answers := make([]answer, 0, len(questions))
	for line := range bytes.Lines(out) {
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(questions) {
		t.Fatalf("%d answers to %d questions", len(answers), len(questions))
	}
	return answers
}
