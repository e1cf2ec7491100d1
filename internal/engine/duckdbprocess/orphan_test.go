package duckdbprocess_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/engine"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

// asServer makes this program a server with one child. It prints the process id of the child and then waits.
const asServer = "MILLRACE_TEST_AS_SERVER"

// beServer opens an engine in a folder, starts a statement that takes days, and prints the process id of the child.
func beServer(folder string) {
	command, err := duckdbprocess.OwnCommand()
	fail(err)
	opened, err := duckdbprocess.New(duckdbprocess.Options{Command: command}).Open(context.Background(), engine.Connection{Kind: "duckdb", Folder: folder})
	fail(err)
	s, err := opened.Session(context.Background(), engine.Label{WorkID: "test", Epoch: 1})
	fail(err)
	_, err = s.Exec(context.Background(), "SELECT 1")
	fail(err)
	fmt.Println(s.ID()) //nolint:forbidigo // the test reads it
	_, err = s.Query(context.Background(), slow, 1)
	fail(err)
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestChildEndsWithItsServer kills a server while its child executes a statement.
func TestChildEndsWithItsServer(t *testing.T) {
	t.Parallel()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	server := exec.Command(path)
	server.Env = append(os.Environ(), asServer+"="+t.TempDir())
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, _, _ := strings.Cut(line, ".")
	child, err := strconv.Atoi(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait() // it was killed
	for isAlive(child) {
		time.Sleep(10 * time.Millisecond) // the test's timeout ends this loop if the child does not end
	}
}

// isAlive reports whether a process exists and is not only waiting for its parent to notice its end.
func isAlive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(raw), ") Z ")
}
