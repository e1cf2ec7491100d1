package cli_test

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// exits runs a command and checks its exit code: exits 2 millrace serve --listen nowhere. It writes the output to the
// files out and err.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND …")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	path, err := exec.LookPath(args[1])
	ts.Check(err)
	command := exec.Command(path, args[2:]...)
	command.Dir = ts.Getenv("WORK")
	command.Env = append(os.Environ(), environment(ts)...)
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	_ = command.Run() // the test checks the exit code
	ts.Check(os.WriteFile(ts.MkAbs("out"), out.Bytes(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs("err"), problems.Bytes(), 0o600))
	if got := command.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit code %d, want %d\n%s%s", got, want, out.String(), problems.String())
	}
}

// environment returns the script's own variables; testscript keeps them separate from those of the process.
func environment(ts *testscript.TestScript) []string {
	var variables []string
	for _, name := range []string{"PATH", "HOME", "MILLRACE_LISTEN", "MILLRACE_DATA", "MILLRACE_ADMIN_PASSWORD", "MILLRACE_DATABASE", "MILLRACE_CONFIG"} {
		if value := ts.Getenv(name); value != "" {
			variables = append(variables, name+"="+value)
		}
	}
	return variables
}

// waitFor waits until a line of a file matches, and stores the first group in a variable: waitfor FILE REGEXP NAME.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: waitfor FILE REGEXP NAME")
	}
	pattern := regexp.MustCompile(args[1])
	deadline := time.Now().Add(30 * time.Second)
	for time.Now().Before(deadline) {
		raw, err := os.ReadFile(ts.MkAbs(args[0]))
		if match := pattern.FindSubmatch(raw); err == nil && match != nil {
			ts.Setenv(args[2], string(match[1]))
			return
		}
		time.Sleep(10 * time.Millisecond) // another process writes the file, so there is no event to wait for
	}
	ts.Fatalf("%s never matched %s", args[0], args[1])
}

// post sends JSON and checks the status: post URL STATUS BODY.
func post(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: post URL STATUS BODY")
	}
	answer, err := http.Post(args[0], "application/json", strings.NewReader(args[2]))
	ts.Check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	ts.Check(err)
	if strconv.Itoa(answer.StatusCode) != args[1] {
		ts.Fatalf("status %d, want %s: %s", answer.StatusCode, args[1], body)
	}
}

// hold lets another program open a DuckDB file until the script ends: hold FILE.
func hold(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hold FILE")
	}
	path, err := exec.LookPath("holder")
	ts.Check(err)
	command := exec.Command(path, ts.MkAbs(args[0]))
	stdin, err := command.StdinPipe()
	ts.Check(err)
	stdout, err := command.StdoutPipe()
	ts.Check(err)
	ts.Check(command.Start())
	ts.Defer(func() {
		_ = stdin.Close()
		_ = command.Wait()
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	ts.Check(err)
	if line != "<nil>\n" {
		ts.Fatalf("the other program: %s", line)
	}
}
