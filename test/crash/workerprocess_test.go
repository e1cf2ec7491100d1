package crash_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/apptest"
	"github.com/millrace/millrace/internal/config"
	"github.com/millrace/millrace/internal/ids"
)

// workerProcess is `millrace worker` in its own process.
type workerProcess struct {
	name    string
	command *exec.Cmd
	end     sync.Once
	err     error
}

func startWorker(t *testing.T, settings config.Settings, name string, flags ...string) *workerProcess {
	t.Helper()
	command := exec.Command(os.Args[0], append([]string{
		"worker", "--database", string(settings.Database), "--data", settings.Data, "--worker-name", name, "--log-level", "error",
	}, flags...)...)
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
	w := &workerProcess{name: name, command: command}
	t.Cleanup(func() { _ = w.stop(syscall.SIGKILL) })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.Contains(line, "worker "+name+" is ready") {
		t.Fatalf("the worker's first line is %q, %v", line, err)
	}
	return w
}

// stop sends a signal and waits until the process has ended.
func (w *workerProcess) stop(signal os.Signal) error {
	w.end.Do(func() {
		_ = w.command.Process.Signal(signal) // it may have ended already
		w.err = w.command.Wait()
	})
	return w.err
}

// workerSuite is a server without a worker, and workers.
type workerSuite struct {
	*fixture

	t      *testing.T
	server *server
	tokens int
	runs   *acknowledgedRuns
}

// newWorkerSuite starts a server that executes no runs, for a project whose runs take some time.
func newWorkerSuite(t *testing.T, seconds float64) *workerSuite {
	t.Helper()
	slow := postgresSQL
	slow.slow = fmt.Sprintf("(SELECT pg_sleep(%g)) IS NOT NULL", seconds)
	s := newPostgresFixture(t, fixtureOptions{environments: 2, files: func(engineSQL) map[string][]byte { return slow.files() }})
	return &workerSuite{
		fixture: s, t: t, server: startServer(t.Context(), t, s.servers[0], "--no-worker"),
		runs: newAcknowledgedRuns(),
	}
}

// start starts a run and returns its number.
func (s *workerSuite) start(environment string) int64 {
	s.t.Helper()
	s.tokens++
	token := fmt.Sprintf("w%d", s.tokens)
	s.runs.start(s.t.Context(), s.server.client, environment, token)
	for id, run := range s.runs.runs {
		if run.token == token {
			return id
		}
	}
	s.t.Fatal("the server did not accept the run")
	return 0
}

// poll calls check until it returns true.
func (s *workerSuite) poll(what string, check func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	for !check() {
		if ctx.Err() != nil {
			s.t.Fatalf("not within a minute: %s", what)
		}
		time.Sleep(20 * time.Millisecond) // polls other processes
	}
}

func (s *workerSuite) get(id int64) *api.RunInfo {
	s.t.Helper()
	found, err := s.server.client.GetRun(s.t.Context(), fmt.Sprint(id))
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// awaitEnd waits until a run has completed and returns how many workers have claimed it.
func (s *workerSuite) awaitEnd(id int64) int64 {
	s.t.Helper()
	s.poll(fmt.Sprintf("run %d completes", id), func() bool {
		status := s.get(id).RunStatus
		if status == "failed" || status == "canceled" {
			s.t.Fatalf("run %d is %s: %s", id, status, *s.get(id).RunFailureReason)
		}
		return status == "completed"
	})
	found, err := s.state.Runs().Find(s.t.Context(), s.everything(), ids.Run(id))
	if err != nil {
		s.t.Fatal(err)
	}
	return found.Epoch
}

func (s *workerSuite) list() *api.WorkerList {
	s.t.Helper()
	list, err := s.server.client.ListWorkers(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

// awaitOn waits until a worker executes a run.
func (s *workerSuite) awaitOn(name string, id int64) {
	s.t.Helper()
	s.poll(fmt.Sprintf("worker %s executes run %d", name, id), func() bool {
		for _, w := range s.list().Data {
			if slices.Contains(w.Runs, id) {
				if w.Name != name {
					s.t.Fatalf("worker %s executes run %d, want %s", w.Name, id, name)
				}
				return true
			}
		}
		return false
	})
}

// awaitReason waits until a waiting run says why it waits.
func (s *workerSuite) awaitReason(id int64, want string) {
	s.t.Helper()
	s.poll(fmt.Sprintf("run %d waits because %s", id, want), func() bool {
		found := s.get(id)
		return found.RunStatus == "waitingToRun" && found.WaitingFor != nil && found.WaitingFor.Reason == want && found.WaitingFor.Hint != ""
	})
}

// setLabel changes the label that an environment asks for; empty for none.
func (s *workerSuite) setLabel(environment, label string) {
	s.t.Helper()
	body := api.EnvironmentUpdate{}
	body.WorkerLabel.Set(label)
	if _, err := s.server.client.UpdateEnvironment(s.t.Context(), environment, body); err != nil {
		s.t.Fatal(err)
	}
}
