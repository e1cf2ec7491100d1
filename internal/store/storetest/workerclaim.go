package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/project"
	"github.com/millrace/millrace/internal/run"
)

func workerClaimCases() cases {
	return cases{
		"a run needs the label of its environment":              environmentLabel,
		"a run needs the label of its connection":               connectionLabel,
		"a takeover needs the labels too":                       takeoverNeedsLabels,
		"a connection has at most its limit of runs":            connectionLimit,
		"concurrent claims keep the limit":                      connectionLimitAtOnce,
		"a run at the limit does not stop those behind it":      limitOfAnother,
		"a takeover does not count against the limit once more": takeoverAtLimit,
	}
}

// labeled returns an environment that asks for the label eu.
func (o *tenant) labeled(t *testing.T) project.Environment {
	t.Helper()
	draft := newEnvironment(o.project(t).ID)
	draft.Settings.WorkerLabel = "eu"
	environment, err := o.db.Environments().Create(t.Context(), o.admin.actor, draft)
	ok(t, err)
	equal(t, environment.Settings.WorkerLabel, "eu")
	return environment
}

// restrict changes the connection of a case.
func (o *tenant) restrict(t *testing.T, id ids.Connection, label string, maxRuns int) {
	t.Helper()
	_, err := o.db.Connections().Change(t.Context(), o.admin.actor, id, func(c *project.Connection) error {
		c.WorkerLabel, c.MaxRuns = label, maxRuns
		return nil
	})
	ok(t, err)
}

func (o *tenant) labelClaimant(labels ...string) run.ClaimRequest {
	claimant := o.claimant(unique())
	claimant.Labels = labels
	return claimant
}

// claims checks which run a process with labels claims; 0 for none.
func (o *tenant) claims(t *testing.T, want ids.Run, labels ...string) *run.ClaimedRun {
	t.Helper()
	claimed := o.claim(t, o.labelClaimant(labels...))
	if want == 0 && claimed == nil {
		return nil
	}
	if claimed == nil || claimed.Run.ID != want {
		t.Fatalf("with the labels %q: claimed %+v, want run %d", labels, claimed, want)
	}
	return claimed
}

func environmentLabel(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	anywhere, eu := o.environment(t, o.project(t).ID), o.labeled(t)
	first, second := o.refresh(t, eu.ID), o.refresh(t, anywhere.ID)
	o.claims(t, second.ID)
	o.claims(t, 0, "us", "gpu")
	o.claims(t, first.ID, "gpu", "eu")
	third := o.refresh(t, eu.ID)
	o.claims(t, 0)
	_, err := o.db.Environments().Change(t.Context(), o.admin.actor, eu.ID, func(e *project.Environment) error {
		e.Settings.WorkerLabel = ""
		return nil
	})
	ok(t, err)
	o.claims(t, third.ID)
}

func connectionLabel(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	eu, connection := o.labeled(t), o.connection(t)
	o.restrict(t, connection.ID, "warehouse", 0)
	draft := o.draft(eu.ID)
	draft.Connection = connection.ID
	stored := o.insert(t, draft)
	for _, labels := range [][]string{nil, {"eu"}, {"warehouse"}} {
		o.claims(t, 0, labels...)
	}
	o.claims(t, stored.ID, "eu", "warehouse")
}

func takeoverNeedsLabels(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	stored := o.refresh(t, o.labeled(t).ID)
	vanished := o.briefly("vanished")
	vanished.Labels = []string{"eu"}
	equal(t, o.claim(t, vanished).Run.ID, stored.ID)
	o.claims(t, 0)
	equal(t, o.claims(t, stored.ID, "eu").Lease.Epoch, 2)
}

// limitedRuns stores runs of a connection with a limit, which do not wait for each other.
func (o *tenant) limitedRuns(t *testing.T, limit, count int) (runs []ids.Run) {
	t.Helper()
	environment, connection := o.environment(t, o.project(t).ID), o.connection(t)
	o.restrict(t, connection.ID, "", limit)
	for range count {
		draft := o.draft(environment.ID)
		draft.Connection = connection.ID
		runs = append(runs, o.insert(t, draft).ID)
	}
	return runs
}

func connectionLimit(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	runs := o.limitedRuns(t, 2, 4)
	first := o.claims(t, runs[0])
	o.claims(t, runs[1])
	o.claims(t, 0)
	o.finish(t, first, run.Completed)
	o.claims(t, runs[2])
	o.claims(t, 0)
}

func connectionLimitAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	o.limitedRuns(t, 3, 12)
	equal(t, len(o.claimTogether(t, 12)), 3)
	o.nothing(t)
	many := o.claimant("many at once")
	many.Limit = 12
	o.limitedRuns(t, 2, 8)
	claimed, err := o.db.Leases().Claim(t.Context(), many)
	ok(t, err)
	equal(t, len(claimed), 2)
}

func limitOfAnother(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	runs := o.limitedRuns(t, 1, 40)
	free := o.refresh(t, o.environment(t, o.project(t).ID).ID)
	o.claims(t, runs[0])
	o.claims(t, free.ID)
}

func takeoverAtLimit(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	runs := o.limitedRuns(t, 1, 2)
	equal(t, o.claim(t, o.briefly("vanished")).Run.ID, runs[0])
	equal(t, o.claims(t, runs[0]).Lease.Epoch, 2)
	o.claims(t, 0)
}
