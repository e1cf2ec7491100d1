package worker

import (
	"context"
	"fmt"
	"strings"

	"github.com/millrace/millrace/internal/ids"
)

// Service shows the workers, and why runs wait for one.
type Service struct{ Store Store }

// List is the workers of the deployment and the runs of one organization that none of them may claim.
type List struct {
	Workers   []Worker
	Unclaimed []UnclaimedRuns
}

// UnclaimedRuns are runs that no live worker may claim.
type UnclaimedRuns struct {
	WaitingRuns

	Labels []string // that a worker needs
	Wait   Wait
}

// Wait is why a run waits, and what to do about it.
type Wait struct{ Reason, Hint string }

// List returns the workers.
func (s *Service) List(ctx context.Context, organization ids.Organization) (List, error) {
	workers, err := s.Store.List(ctx, organization)
	if err != nil {
		return List{}, err
	}
	waiting, err := s.Store.WaitingRuns(ctx, organization)
	list := List{Workers: workers}
	for _, runs := range waiting {
		if wait, some := lackOf(workers, runs.Requirement); some {
			list.Unclaimed = append(list.Unclaimed, UnclaimedRuns{WaitingRuns: runs, Labels: runs.Requirement.labels(), Wait: wait})
		}
	}
	return list, err
}

// Explain returns why a run waits, if it does not simply wait for its turn; otherwise false.
func (s *Service) Explain(ctx context.Context, organization ids.Organization, id ids.Run) (Wait, bool, error) {
	run, isWaiting, err := s.Store.WaitingRun(ctx, organization, id)
	if err != nil || !isWaiting {
		return Wait{}, false, err
	}
	workers, err := s.Store.Registered(ctx)
	if err != nil {
		return Wait{}, false, err
	}
	wait, some := lackOf(workers, run.Requirement)
	if !some && run.Connection != "" {
		wait, some = Wait{
			Reason: fmt.Sprintf("connection %s has %d runs in progress, which is its limit", run.Connection, run.MaxRuns),
			Hint:   "Wait until one of them ends, or raise maxRuns of the connection.",
		}, true
	}
	if !some && run.OrganizationQuota > 0 {
		wait, some = Wait{
			Reason: fmt.Sprintf("your organization has %d runs in progress, which is its quota", run.OrganizationQuota),
			Hint:   "Wait until one of them ends, or ask an operator of this server to raise the quota.",
		}, true
	}
	return wait, some, nil
}

// lackOf returns why no worker claims runs with a requirement; false if one does.
func lackOf(workers []Worker, needed Requirement) (Wait, bool) {
	isReady := false
	for i := range workers {
		if workers[i].meets(needed) {
			return Wait{}, false
		}
		isReady = isReady || workers[i].State == Ready
	}
	labels := needed.labels()
	switch {
	case needed.DataFolderID != "":
		return lackOfFolder(labels), true
	case len(labels) > 0:
		return Wait{
			Reason: "no live worker has the " + nameLabels(labels),
			Hint: "Start one with `millrace worker --label " + strings.Join(labels, ",") +
				"`, or change workerLabel of the environment or connection.",
		}, true
	case isReady: // cannot happen: a run without a requirement can run anywhere
		return Wait{}, false
	default:
		return Wait{Reason: "no worker is live", Hint: "Start one with `millrace worker`, or a server without --no-worker."}, true
	}
}

// lackOfFolder is the wait for the process that owns the files of an embedded engine.
func lackOfFolder(labels []string) Wait {
	wait := Wait{
		Reason: "no live worker owns the data folder with the files of the connection",
		Hint:   "Start the server of that data folder without --no-worker, or use a connection whose engine is not embedded.",
	}
	if len(labels) > 0 {
		wait.Reason += " and has the " + nameLabels(labels)
		wait.Hint = "Start the server of that data folder without --no-worker and with --label " + strings.Join(labels, ",") + "."
	}
	return wait
}

func nameLabels(labels []string) string {
	if len(labels) == 1 {
		return "label " + labels[0]
	}
	return "labels " + strings.Join(labels, " and ")
}
