package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/fault"
	"github.com/millrace/millrace/internal/ids"
	"github.com/millrace/millrace/internal/run"
	"github.com/millrace/millrace/internal/store"
)

func revisionCases() cases {
	return cases{
		"every write increments the revision":           everyWriteMovesRevision,
		"reads and token uses leave the revision":       readsLeaveRevision,
		"status changes of runs increment the revision": runsMoveRevision,
	}
}

// revisionOf returns the revision of a database, and a constant for a database without one.
func revisionOf(db *store.DB) uint64 {
	revision, _ := db.Revision()
	return revision
}

// moved checks that a write increments the revision, where there is one.
func moved(t *testing.T, db *store.DB, name string, do func(ctx context.Context) error) {
	t.Helper()
	before, has := db.Revision()
	if err := do(t.Context()); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if after := revisionOf(db); has && after <= before {
		t.Errorf("%s left the revision at %d", name, before)
	}
}

func everyWriteMovesRevision(t *testing.T, w suiteContext) {
	db := w.database(t)
	o := w.tenantIn(t, db)
	for name := range newWriteFixture(t, o).writes() {
		s := newWriteFixture(t, o)
		moved(t, db, name, func(ctx context.Context) error { return s.writes()[name](ctx, o.admin.actor) })
	}
	signIn := o.newSignIn(o.admin.User)
	moved(t, db, "SignIns.Open", func(ctx context.Context) error { return db.SignIns().Open(ctx, signIn) })
	closing := o.admin.actor
	closing.Credential = account.Credential{Session: signIn.Session.ID}
	moved(t, db, "SignIns.Close", func(ctx context.Context) error { return db.SignIns().Close(ctx, closing) })
	moved(t, db, "Setups.Add", func(ctx context.Context) error { return db.Setups().Add(ctx, newSetup(t)) })
}

func readsLeaveRevision(t *testing.T, w suiteContext) {
	db := w.database(t)
	s := newWriteFixture(t, w.tenantIn(t, db))
	before := revisionOf(db)
	s.contents(t)
	s.alive(t, s.user)
	ok(t, db.Tokens().Touch(t.Context(), map[ids.Token]time.Time{s.user.token.ID: noon()}))
	ok(t, db.SignIns().Fail(t.Context(), unique(), home, noon(), account.Refusal{})) // otherwise password guesses would empty every cache
	// A rejected write changed nothing.
	refused(t, s.change(t.Context(), s.admin.ID, remove), fault.Conflict)
	stranger := account.Actor{Organization: s.Organization.ID, Credential: account.Credential{Token: "nothing"}}
	refused(t, s.writes()["Projects.Create"](t.Context(), stranger), fault.Unauthenticated)
	equal(t, revisionOf(db), before)
}

// runsMoveRevision: changes of runs and environments that cached responses show increment the revision; other work does
// not, because caches would be useless while something runs.
func runsMoveRevision(t *testing.T, w suiteContext) {
	db := w.database(t)
	o := w.tenantIn(t, db)
	env := o.environment(t, o.project(t).ID)
	o.refresh(t, env.ID, "a")
	o.refresh(t, env.ID, "a")
	var claimed *run.ClaimedRun
	moved(t, db, "Leases.Claim", func(ctx context.Context) (err error) {
		claimed, err = claimOne(ctx, db, o.claimant("me"))
		return err
	})
	before := revisionOf(db)
	o.nothing(t)
	o.save(t, claimed, result("a", run.NodeRunning))
	_, err := db.Leases().Renew(t.Context(), []run.Lease{claimed.Lease}, time.Hour)
	ok(t, err)
	_, err = db.Leases().CancelRequests(t.Context(), "me")
	ok(t, err)
	ok(t, db.Leases().Release(t.Context(), claimed.Lease))
	ok(t, db.Leases().ReleaseAll(t.Context()))
	lost(t, db.Leases().Finish(t.Context(), claimed.Lease, run.Outcome{Status: run.Completed}))
	o.leaseEffects(t, claimed.Run)
	ok(t, db.Snapshots().Put(t.Context(), o.Organization.ID, "one", []byte("files")))
	_, err = db.Connections().BindDataFolder(t.Context(), o.Organization.ID, o.Connection.ID, "here")
	ok(t, err)
	equal(t, revisionOf(db), before)
	claimed = o.claimRun(t, 1)
	moved(t, db, "Leases.Finish", func(ctx context.Context) error {
		return db.Leases().Finish(ctx, claimed.Lease, run.Outcome{Status: run.Completed})
	})
}
