package durability_test

import (
	"bufio"
	"context"
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
	// serverVariable is the environment variable that makes the test binary the server, so that a kill ends a real process.
	serverVariable = "MILLRACE_TEST_BE_SERVER"
)

func TestMain(m *testing.M) {
	duckdbprocess.RunAsChild()
	if os.Getenv(serverVariable) == "1" {
		program := cli.Program{Version: "test", Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{}}
		os.Exit(program.Run(context.Background()))
	}
	os.Exit(m.Run())
}

// server is `millrace serve` in its own process.
type server struct {
	t       *testing.T
	command *exec.Cmd
	url     string
	end     sync.Once
}

// deployment is the state that several servers share, one after the other or at once.
type deployment struct {
	folder   string
	database string // URL; empty uses SQLite
}

func (d deployment) start(t *testing.T) *server {
	t.Helper()
	command := exec.Command(os.Args[0], "serve", "--listen", "127.0.0.1:0", "--data", d.folder, "--no-sample", "--database", d.database,
		"--log-level", "warn", "--limits-requests-per-second", "0")
	command.Env = append(os.Environ(), serverVariable+"=1", "MILLRACE_ADMIN_EMAIL="+adminEmail, "MILLRACE_ADMIN_PASSWORD="+adminPassword)
	command.Stderr = os.Stderr
	// The server must not outlive a killed test.
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, command: command, url: firstAddress(t, out)}
	t.Cleanup(func() { s.kill() })
	return s
}

// firstAddress reads the line with the address of the server.
func firstAddress(t *testing.T, out io.Reader) string {
	t.Helper()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server printed no line: %v", err)
	}
	_, address, found := strings.Cut(strings.TrimSpace(line), " is ready at ")
	if !found {
		t.Fatalf("the server's first line is %q", line)
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

// signIn returns a client of the administrator.
func (s *server) signIn(ctx context.Context) (*client.Client, error) {
	anonymous, err := client.New(s.url, "")
	if err != nil {
		return nil, err
	}
	session, err := anonymous.Login(ctx, api.Login{Email: adminEmail, Password: adminPassword})
	if err != nil {
		return nil, err
	}
	return client.New(s.url, session.AccessToken)
}
