package crash_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/client"
	"github.com/millrace/millrace/internal/app"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/cli"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/engine/duckdbprocess"
)

// serverVariable is the environment variable that makes the test binary the server, so that a kill ends a real process.
const serverVariable = "MILLRACE_TEST_BE_SERVER"

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
	command *exec.Cmd
	client  *client.Client
	end     sync.Once
}

// startServer starts a server and signs in.
func startServer(ctx context.Context, t *testing.T, settings config.Settings, flags ...string) *server {
	t.Helper()
	command := exec.Command(os.Args[0], append([]string{
		"serve", "--listen", "127.0.0.1:0", "--data", settings.Data, "--no-sample",
		"--database", string(settings.Database), "--log-level", "error", "--limits-requests-per-second", "0",
	}, flags...)...)
	command.Env = append(os.Environ(), serverVariable+"=1", "MILLRACE_KEY="+string(settings.Key),
		"MILLRACE_OUTGOING_NETWORKS="+apptest.OutgoingNetworks(settings))
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
	s := &server{command: command}
	t.Cleanup(s.kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), " is ready at ")
	if err != nil || !found {
		t.Fatalf("the server's first line is %q, %v", line, err)
	}
	if s.client, err = signIn(ctx, address); err != nil {
		t.Fatal(err)
	}
	return s
}

func signIn(ctx context.Context, address string) (*client.Client, error) {
	anonymous, err := client.New(address, "")
	if err != nil {
		return nil, err
	}
	session, err := anonymous.Login(ctx, api.Login{Email: apptest.AdminEmail, Password: apptest.AdminPassword})
	if err != nil {
		return nil, err
	}
	return client.New(address, session.AccessToken)
}

// kill ends the process with SIGKILL, so that it runs no cleanup, and waits until it has ended.
func (s *server) kill() {
	s.end.Do(func() {
		_ = s.command.Process.Kill() // it may have ended already
		_ = s.command.Wait()
	})
}

func (s *server) signal(t *testing.T, signal os.Signal) {
	t.Helper()
	if err := s.command.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}
