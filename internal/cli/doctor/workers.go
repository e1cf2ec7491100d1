package doctor

import (
	"context"
	"fmt"

	"github.com/millrace/millrace/api"
)

// workers checks that runs are executed: that a worker is live, that all have the version of the server's program, and that no run
// waits for a worker that does not exist.
func (s Server) workers(ctx context.Context) []Finding {
	const check = "workers"
	list, err := s.Client.ListWorkers(ctx)
	if err != nil {
		return unlisted(check, err)
	}
	findings := []Finding{s.liveWorkers(check, list.Data)}
	for i := range list.Unclaimed {
		u := &list.Unclaimed[i]
		findings = append(findings, warnf(check, "%d runs wait, the oldest is run %d: %s", u.Runs, u.OldestRunID, u.Reason).withHint("%s", u.Hint))
	}
	return findings
}

func (s Server) liveWorkers(check string, list []api.Worker) Finding {
	live, slots, lost, other := 0, 0, 0, ""
	for i := range list {
		w := &list[i]
		switch w.State {
		case "lost":
			lost++
			continue
		case "ready":
			live++
			slots += w.MaxRuns
		}
		if w.Version != s.Version {
			other = fmt.Sprintf("worker %s is version %s, and this program is %s", w.Name, w.Version, s.Version)
		}
	}
	switch {
	case live == 0:
		return failf(check, "no worker is live: no run is executed").withHint("Start `millrace worker`, or a server without --no-worker.")
	case other != "":
		return warnf(check, "%s", other).withHint("Use the same version on all machines.")
	case lost > 0:
		return warnf(check, "%d live, and %d vanished without a stop in the last day", live, lost).
			withHint("See `millrace workers`, and the logs of those machines. Other workers have taken their runs over.")
	default:
		return okf(check, "%d live, for %d runs at once", live, slots)
	}
}
