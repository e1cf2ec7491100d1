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
	// beServer makes the test binary the server, so that a kill ends a real process.
	beServer = "MILLRACE_TEST_BE_SERVER"
)

func TestMain(m *testing.M) {
	duckdbprocess.RunAsChild()
	if os.Getenv(beServer) == "1" {
		program := cli.Program{Version: "test", Args: os.Args[1:], Environ: os.Environ(), Stdout: os.Stdout, Stderr: os.Stderr, Platform: app.Operations{}}
		os.Exit(program.Run(context.Background()))
	}
	os.Exit(m.Run())
}

// server is `millrace serve` as a process of its own.
type server struct {
	t       *testing.T
	command *exec.Cmd
	url     string
	end     sync.Once
}

// deployment is what several servers, one after the other or at once, work on.
type deployment struct {
	folder   string
	database string // URL; empty is SQLite
}

func (d deployment) start(t *testing.T) *server {
	t.Helper()
	command := exec.Command(os.Args[0], "serve", "--listen", "127.0.0.1:0", "--data", d.folder, "--no-sample", "--database", d.database,
		"--log-level", "warn", "--limits-requests-per-second", "0")
	command.Env = append(os.Environ(), beServer+"=1", "MILLRACE_ADMIN_EMAIL="+adminEmail, "MILLRACE_ADMIN_PASSWORD="+adminPassword)
	command.Stderr = os.Stderr
	// A server must not outlive a test that is killed.
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

// firstAddress reads the line that says where the server is.
func firstAddress(t *testing.T, out io.Reader) string {
	t.Helper()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("the server said nothing: %v", err)
	}
	_, address, found := strings.Cut(strings.TrimSpace(line), " is ready at ")
	if !found {
		t.Fatalf("the server's first line is %q", line)
	}
	return address
}

// kill ends the process with SIGKILL: nothing in it runs any more. It waits until the process is gone.
func (s *server) kill() {
	s.end.Do(func() {
		_ = s.command.Process.Kill() // it may be gone already
		_ = s.command.Wait()
	})
}

// signIn gives a client of the administrator.
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
