package backup_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

const (
	adminEmail    = "admin@example.com"
	adminPassword = "correct horse battery staple"
	// programVariable is the environment variable that makes the test binary the program, so that a kill ends a real process.
	programVariable = "MILLRACE_TEST_BE_PROGRAM"
)

func TestMain(m *testing.M) {
	duckdbprocess.RunAsChild()
	if os.Getenv(programVariable) == "1" {
		program := cli.Program{Version: "test", Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{}}
		os.Exit(program.Run(context.Background()))
	}
	os.Exit(m.Run())
}

// deployment is the state of a server.
type deployment struct {
	folder   string
	database string // URL; empty uses SQLite
}

// place are the flags that name the state.
func (d deployment) place() []string {
	if d.database == "" {
		return []string{"--data", d.folder}
	}
	return []string{"--data", d.folder, "--database", d.database}
}

// command returns a command of the program.
func command(args ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], args...)
	command.Env = append(os.Environ(), programVariable+"=1", "MILLRACE_ADMIN_EMAIL="+adminEmail, "MILLRACE_ADMIN_PASSWORD="+adminPassword)
	// It must not outlive a killed test.
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	return command
}

// run runs a command to its end and returns its output.
func run(t *testing.T, args ...string) (out string, problem string, code int) {
	t.Helper()
	c := command(args...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	_ = c.Run() // the exit code tells
	return stdout.String(), stderr.String(), c.ProcessState.ExitCode()
}

// succeed runs a command with --json and decodes its output.
func succeed[T any](t *testing.T, args ...string) (report T) {
	t.Helper()
	out, problem, code := run(t, append(args, "--json")...)
	if code != 0 {
		t.Fatalf("%s: exit code %d: %s%s", strings.Join(args, " "), code, out, problem)
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%s: %v: %s", strings.Join(args, " "), err, out)
	}
	return report
}

// server is `millrace serve` in its own process.
type server struct {
	command *exec.Cmd
	url     string
	end     sync.Once
}

func (d deployment) start(t *testing.T) *server {
	t.Helper()
	c := command(append([]string{
		"serve", "--listen", "127.0.0.1:0", "--no-sample", "--log-level", "warn", "--limits-requests-per-second", "0", "--duckdb-threads", "1",
	}, d.place()...)...)
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{command: c, url: firstAddress(t, out)}
	t.Cleanup(s.kill)
	return s
}

// firstAddress reads the line with the address of the server.
func firstAddress(t *testing.T, out io.Reader) string {
	t.Helper()
	line, err := bufio.NewReader(out).ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), " is ready at ")
	if err != nil || !found {
		t.Fatalf("the server's first line is %q: %v", line, err)
	}
	return address
}

// kill ends the process with SIGKILL, so that it runs no cleanup, and waits until it has ended.
func (s *server) kill() {
	s.end.Do(func() {
		_ = s.command.Process.Kill() // it may have ended already
		_ = s.command.Wait()
	})
}

// signIn returns a client of the administrator, and its token.
func (s *server) signIn(t *testing.T) (*client.Client, string) {
	t.Helper()
	anonymous, err := client.New(s.url, "")
	if err != nil {
		t.Fatal(err)
	}
	session, err := anonymous.Login(t.Context(), api.Login{Email: adminEmail, Password: adminPassword})
	if err != nil {
		t.Fatal(err)
	}
	return s.with(t, session.AccessToken), session.AccessToken
}

// with returns a client with a token.
func (s *server) with(t *testing.T, token string) *client.Client {
	t.Helper()
	c, err := client.New(s.url, token)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
