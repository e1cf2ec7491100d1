package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/store"
	"github.com/millrace/millrace/internal/worker"
)

func workerCases() cases {
	return cases{
		"a registration is listed until it is deleted": registrationIsListed,
		"a worker that does not renew is lost":         workerIsLost,
		"a worker shows the runs of one organization":  workerRuns,
		"waiting runs are grouped by what they need":   waitingRuns,
		"a waiting run says what it needs":             waitingRun,
		"all registrations are deleted":                registrationsAreDeleted,
		"a worker does not set the key":                keyIsChecked,
	}
}

func newWorker() worker.Worker {
	return worker.Worker{
		ID: unique(), Name: "machine " + unique(), Kind: worker.Separate, Version: "1.2", Labels: []string{"eu", "gpu"}, DataFolderID: "a folder",
		MaxRuns: 7, State: worker.Ready,
	}
}

// listed returns a worker in the list of an organization, without its times; false if it is not there.
func listed(t *testing.T, db *store.DB, organization ids.Organization, id string) (worker.Worker, bool) {
	t.Helper()
	all, err := db.Workers().List(t.Context(), organization)
	ok(t, err)
	i := slices.IndexFunc(all, func(w worker.Worker) bool { return w.ID == id })
	if i < 0 {
		return worker.Worker{}, false
	}
	found := all[i]
	if found.StartedAt.IsZero() || found.SeenAt.Before(found.StartedAt) {
		t.Errorf("started at %s, seen at %s", found.StartedAt, found.SeenAt)
	}
	found.StartedAt, found.SeenAt = time.Time{}, time.Time{}
	return found, true
}

func registrationIsListed(t *testing.T, w suiteContext) {
	o, registered := w.tenant(t), newWorker()
	for _, state := range []worker.State{worker.Ready, worker.Draining} {
		registered.State = state
		ok(t, o.db.Workers().Register(t.Context(), registered, time.Hour))
		found, _ := listed(t, o.db, o.Organization.ID, registered.ID)
		equal(t, found, registered)
	}
	ok(t, o.db.Workers().Unregister(t.Context(), registered.ID))
	_, isListed := listed(t, o.db, o.Organization.ID, registered.ID)
	equal(t, isListed, false)
}

func workerIsLost(t *testing.T, w suiteContext) {
	o, registered := w.tenant(t), newWorker()
	registered.Labels = nil
	ok(t, o.db.Workers().Register(t.Context(), registered, -time.Second))
	found, _ := listed(t, o.db, o.Organization.ID, registered.ID)
	equal(t, found.State, worker.Lost)
	equal(t, len(found.Labels), 0)
	ok(t, o.db.Workers().Register(t.Context(), registered, time.Hour))
	found, _ = listed(t, o.db, o.Organization.ID, registered.ID)
	equal(t, found.State, worker.Ready)
	ok(t, o.db.Workers().Register(t.Context(), registered, -25*time.Hour))
	ok(t, o.db.Workers().Register(t.Context(), newWorker(), time.Hour))
	_, isListed := listed(t, o.db, o.Organization.ID, registered.ID)
	equal(t, isListed, false)
}

func workerRuns(t *testing.T, w suiteContext) {
	o, other, registered := w.tenant(t), w.tenant(t), newWorker()
	ok(t, o.db.Workers().Register(t.Context(), registered, time.Hour))
	stored := o.refresh(t, o.environment(t, o.project(t).ID).ID)
	equal(t, o.claim(t, o.claimant(registered.ID)).Run.ID, stored.ID)
	found, _ := listed(t, o.db, o.Organization.ID, registered.ID)
	equal(t, found.Runs, []ids.Run{stored.ID})
	found, _ = listed(t, o.db, other.Organization.ID, registered.ID)
	equal(t, len(found.Runs), 0)
}

func waitingRuns(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	folder, eu := string(o.Organization.ID), o.labeled(t)
	first, second := o.refresh(t, eu.ID), o.refresh(t, eu.ID)
	o.refresh(t, eu.ID)
	connection := o.connection(t)
	o.restrict(t, connection.ID, "warehouse", 0)
	draft := o.draft(o.environment(t, o.project(t).ID).ID)
	draft.Connection, draft.DataFolderID = connection.ID, "of another server"
	elsewhere := o.insert(t, draft)
	o.claims(t, first.ID, "eu")
	waiting, err := o.db.Workers().WaitingRuns(t.Context(), o.Organization.ID)
	ok(t, err)
	equal(t, waiting, []worker.WaitingRuns{
		{Requirement: worker.Requirement{EnvironmentLabel: "eu", DataFolderID: folder}, Count: 2, Oldest: second.ID},
		{Requirement: worker.Requirement{ConnectionLabel: "warehouse", DataFolderID: "of another server"}, Count: 1, Oldest: elsewhere.ID},
	})
}

func waitingRun(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	runs := o.limitedRuns(t, 1, 2)
	needs := worker.Requirement{DataFolderID: string(o.Organization.ID)}
	found, isWaiting, err := o.db.Workers().WaitingRun(t.Context(), o.Organization.ID, runs[1])
	ok(t, err)
	equal(t, isWaiting, true)
	equal(t, found, worker.WaitingRun{Requirement: needs, MaxRuns: 1})
	o.claims(t, runs[0])
	_, isWaiting, err = o.db.Workers().WaitingRun(t.Context(), o.Organization.ID, runs[0])
	ok(t, err)
	equal(t, isWaiting, false)
	found, _, err = o.db.Workers().WaitingRun(t.Context(), o.Organization.ID, runs[1])
	ok(t, err)
	equal(t, found.Connection != "", true)
}

func registrationsAreDeleted(t *testing.T, w suiteContext) {
	db, registered := w.database(t), newWorker()
	ok(t, db.Workers().Register(t.Context(), registered, time.Hour))
	ok(t, db.Workers().UnregisterAll(t.Context()))
	_, isListed := listed(t, db, "an organization", registered.ID)
	equal(t, isListed, false)
}

func keyIsChecked(t *testing.T, w suiteContext) {
	db := w.open(t)
	refused(t, db.Setups().CheckKey(t.Context(), w.keys.Fingerprint()), fault.Conflict, "no server has set this database up")
	ok(t, db.Setups().BindKey(t.Context(), w.keys.Fingerprint()))
	ok(t, db.Setups().CheckKey(t.Context(), w.keys.Fingerprint()))
	refused(t, db.Setups().CheckKey(t.Context(), "another"), fault.Conflict, "not the key")
}
