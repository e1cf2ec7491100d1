package crash_test

import (
	"slices"
	"syscall"
	"testing"

	"github.com/millrace/millrace/api"
)

// A server without a worker accepts runs and says that no worker is live. Workers execute them, by their labels.
func TestWorkersExecuteTheRunsOfAServer(t *testing.T) {
	t.Parallel()
	s := newWorkerSuite(t, 0.5)
	first := s.start(s.environments[0])
	s.awaitReason(first, "no worker is live")
	startWorker(t, s.servers[1], "plain")
	startWorker(t, s.servers[1], "european", "--label", "gpu", "--label", "eu", "--max-runs", "3")
	s.awaitEnd(first)
	for range 4 {
		for _, environment := range s.environments {
			s.start(environment)
		}
	}
	s.runs.await(t, s.server.client)

	s.setLabel(s.environments[0], "eu")
	labeled := s.start(s.environments[0])
	s.awaitOn("european", labeled)
	s.awaitEnd(labeled)
	s.setLabel(s.environments[0], "us")
	unclaimed := s.start(s.environments[0])
	s.awaitReason(unclaimed, "no live worker has the label us")
	list := s.list()
	if len(list.Unclaimed) != 1 || list.Unclaimed[0].OldestRunID != unclaimed || !slices.Equal(list.Unclaimed[0].Labels, []string{"us"}) {
		t.Errorf("unclaimed: %+v", list.Unclaimed)
	}
	s.setLabel(s.environments[0], "")
	s.awaitEnd(unclaimed)
	wantWorkers(t, list.Data)
	s.wantEffects()
}

// wantWorkers checks what the two workers say about themselves.
func wantWorkers(t *testing.T, list []api.Worker) {
	t.Helper()
	if len(list) != 2 {
		t.Fatalf("workers: %+v", list)
	}
	european, plain := list[0], list[1] // by name
	if european.Name != "european" || !slices.Equal(european.Labels, []string{"eu", "gpu"}) || european.MaxRuns != 3 {
		t.Errorf("the worker with labels: %+v", european)
	}
	if plain.Name != "plain" || len(plain.Labels) != 0 || plain.MaxRuns != 64 || plain.Kind != "worker" || plain.State != "ready" || plain.Version != "test" {
		t.Errorf("the worker without labels: %+v", plain)
	}
}

// A worker that is killed during a run loses it to another one, and nothing happens twice.
func TestWorkerTakesOverTheRunOfAKilledOne(t *testing.T) {
	t.Parallel()
	s := newWorkerSuite(t, 2)
	s.setLabel(s.environments[0], "first")
	victim := startWorker(t, s.servers[1], "victim", "--label", "first")
	id := s.start(s.environments[0])
	s.awaitOn("victim", id)
	_ = victim.stop(syscall.SIGKILL)
	startWorker(t, s.servers[1], "heir", "--label", "first")
	if epoch := s.awaitEnd(id); epoch != 2 {
		t.Errorf("%d workers claimed the run, want 2", epoch)
	}
	s.wantEffects()
}

// SIGTERM lets a worker end its runs within the limit, and release those that take longer.
func TestWorkerDrains(t *testing.T) {
	t.Parallel()
	s := newWorkerSuite(t, 2)
	finishing := startWorker(t, s.servers[1], "finishing", "--drain-timeout", "1m")
	id := s.start(s.environments[0])
	s.awaitOn("finishing", id)
	if err := finishing.stop(syscall.SIGTERM); err != nil {
		t.Errorf("the worker ended with %v", err)
	}
	if epoch := s.awaitEnd(id); epoch != 1 {
		t.Errorf("%d workers claimed the run, want the one that drained", epoch)
	}
	if list := s.list(); len(list.Data) != 0 {
		t.Errorf("workers after the drain: %+v", list.Data)
	}
	releasing := startWorker(t, s.servers[1], "releasing", "--drain-timeout", "0s")
	id = s.start(s.environments[1])
	s.awaitOn("releasing", id)
	if err := releasing.stop(syscall.SIGTERM); err != nil {
		t.Errorf("the worker ended with %v", err)
	}
	if status := s.get(id).RunStatus; status != "running" {
		t.Errorf("the released run is %s", status)
	}
	startWorker(t, s.servers[1], "next")
	if epoch := s.awaitEnd(id); epoch != 2 {
		t.Errorf("%d workers claimed the run, want 2", epoch)
	}
	s.wantEffects()
}

// wantEffects checks that every run has added its row once.
func (s *workerSuite) wantEffects() {
	s.t.Helper()
	data := s.openData(s.t)
	defer data.close(s.t)
	s.runs.wantEffects(s.t, s.fixture, data)
}
