package worker_test

import (
	"context"
	"testing"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/worker"
)

// state is a store with fixed contents.
type state struct {
	workers []worker.Worker
	needs   worker.Requirement
	limited string
}

func (s state) List(context.Context, ids.Organization) ([]worker.Worker, error) {
	return s.workers, nil
}

func (s state) Registered(context.Context) ([]worker.Worker, error) { return s.workers, nil }

func (s state) WaitingRuns(context.Context, ids.Organization) ([]worker.WaitingRuns, error) {
	return []worker.WaitingRuns{{Requirement: s.needs, Count: 2, Oldest: 7}}, nil
}

func (s state) WaitingRun(context.Context, ids.Organization, ids.Run) (worker.WaitingRun, bool, error) {
	return worker.WaitingRun{Requirement: s.needs, Connection: s.limited, MaxRuns: 3}, true, nil
}

// A run that no live worker may claim says why; one that only waits for its turn does not.
func TestWhyARunWaits(t *testing.T) {
	t.Parallel()
	plain := worker.Worker{State: worker.Ready, DataFolderID: "folder"}
	eu := worker.Worker{State: worker.Ready, Labels: []string{"eu", "gpu"}}
	lost, draining := eu, eu
	lost.State, draining.State = worker.Lost, worker.Draining
	for name, tt := range map[string]struct {
		state state
		want  string
	}{
		"any worker":           {state{workers: []worker.Worker{plain}}, ""},
		"no worker":            {state{}, "no worker is live"},
		"only lost workers":    {state{workers: []worker.Worker{lost, draining}}, "no worker is live"},
		"a label":              {state{workers: []worker.Worker{plain, eu}, needs: worker.Requirement{EnvironmentLabel: "eu", ConnectionLabel: "gpu"}}, ""},
		"a label nobody has":   {state{workers: []worker.Worker{plain, eu}, needs: worker.Requirement{EnvironmentLabel: "us"}}, "no live worker has the label us"},
		"one of two labels":    {state{workers: []worker.Worker{eu}, needs: worker.Requirement{EnvironmentLabel: "us", ConnectionLabel: "eu"}}, "no live worker has the labels eu and us"},
		"the same label twice": {state{needs: worker.Requirement{EnvironmentLabel: "us", ConnectionLabel: "us"}}, "no live worker has the label us"},
		"a lost label":         {state{workers: []worker.Worker{plain, lost, draining}, needs: worker.Requirement{EnvironmentLabel: "eu"}}, "no live worker has the label eu"},
		"a data folder":        {state{workers: []worker.Worker{plain}, needs: worker.Requirement{DataFolderID: "folder"}}, ""},
		"another data folder":  {state{workers: []worker.Worker{plain, eu}, needs: worker.Requirement{DataFolderID: "other"}}, "no live worker owns the data folder with the files of the connection"},
		"a folder and a label": {
			state{workers: []worker.Worker{plain, eu}, needs: worker.Requirement{DataFolderID: "folder", EnvironmentLabel: "eu"}},
			"no live worker owns the data folder with the files of the connection and has the label eu",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := worker.Service{Store: tt.state}
			wait, some, err := service.Explain(t.Context(), "organization", 7)
			if err != nil || wait.Reason != tt.want || some != (tt.want != "") || some != (wait.Hint != "") {
				t.Errorf("waits because of %+v, %v; want %q", wait, err, tt.want)
			}
			list, err := service.List(t.Context(), "organization")
			if err != nil || (len(list.Unclaimed) == 1) != some {
				t.Errorf("unclaimed: %+v, %v", list.Unclaimed, err)
			}
		})
	}
}

func TestRunAtTheLimitOfItsConnection(t *testing.T) {
	t.Parallel()
	service := worker.Service{Store: state{workers: []worker.Worker{{State: worker.Ready}}, limited: "Warehouse"}}
	wait, _, err := service.Explain(t.Context(), "organization", 7)
	if want := "connection Warehouse has 3 runs in progress, which is its limit"; err != nil || wait.Reason != want {
		t.Errorf("waits because of %+v, %v", wait, err)
	}
}
