package schedules_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"

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
	end     sync.Once
}

func startServer(t *testing.T, settings config.Settings) *server {
	t.Helper()
	command := exec.Command(os.Args[0], "serve", "--listen", "127.0.0.1:0", "--data", settings.Data, "--no-sample",
		"--database", string(settings.Database), "--log-level", "error")
	command.Env = append(os.Environ(), serverVariable+"=1", "MILLRACE_KEY="+string(settings.Key),
		"MILLRACE_OUTGOING_NETWORKS="+apptest.OutgoingNetworks(settings))
	command.Stderr = os.Stderr
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // it must not outlive a killed test
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
	if err != nil || !strings.Contains(line, " is ready at ") {
		t.Fatalf("the server's first line is %q, %v", line, err)
	}
	return s
}

// kill ends the process with SIGKILL, so that it runs no cleanup, and waits until it has ended.
func (s *server) kill() {
	s.end.Do(func() {
		_ = s.command.Process.Kill() // it may have ended already
		_ = s.command.Wait()
	})
}

// servers starts two servers on the fixture's database. The test can replace them.
func (s *fixture) servers() (settings [2]config.Settings, running [2]*server) {
	s.t.Helper()
	for i := range running {
		settings[i] = apptest.Settings(s.t, s.database)
		running[i] = startServer(s.t, settings[i])
	}
	return settings, running
}
