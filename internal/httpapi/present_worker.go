package httpapi

import (
	"github.com/millrace/millrace/api"
	"github.com/millrace/millrace/internal/worker"
)

func presentWorker(w worker.Worker) api.Worker {
	shape := api.Worker{
		ID: w.ID, Name: w.Name, Kind: string(w.Kind), Version: w.Version, Labels: append([]string{}, w.Labels...), MaxRuns: w.MaxRuns,
		State: string(w.State), StartedAt: timestamp(w.StartedAt), SeenAt: timestamp(w.SeenAt), Runs: make([]int64, len(w.Runs)),
	}
	for i, id := range w.Runs {
		shape.Runs[i] = int64(id)
	}
	return shape
}

func presentUnclaimed(u worker.UnclaimedRuns) api.UnclaimedRuns {
	return api.UnclaimedRuns{
		Runs: u.Count, OldestRunID: int64(u.Oldest), Labels: append([]string{}, u.Labels...), Reason: u.Wait.Reason, Hint: u.Wait.Hint,
	}
}
